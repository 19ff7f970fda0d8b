"""Where hostile objects note that they were looked at; no state of theirs."""

watching = False
LOOKS: list[str] = []
