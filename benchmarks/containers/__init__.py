"""Small containers to measure speed on."""
