"""The listings of the ArbitCheck paper in Python: see README.md."""
