"""What properties are written with: `@check`, `assume` and `Monitor`. Quick to import, since test files do."""

from caddis.properties.assuming import assume
from caddis.properties.marking import check
from caddis.properties.monitoring import Monitor

__all__ = ["Monitor", "assume", "check"]
