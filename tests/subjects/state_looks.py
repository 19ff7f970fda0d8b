"""Where hostile objects note that they were looked at; no state of theirs."""

WATCHING: list[bool] = []
LOOKS: list[str] = []
