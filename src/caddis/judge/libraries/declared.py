"""The exceptions that a function declares with a contract library."""

from __future__ import annotations

from typing import Any

from caddis.judge.libraries import of_deal
from caddis.model.classes import MOST_DECORATORS


def declared_exceptions(function: Any) -> tuple[type[BaseException], ...] | None:
    """The exceptions that `deal.raises`, `deal.safe` or `deal.reason` tell of, in any of a function's decorators.

    None where none of them is used; an empty tuple says that the function never raises.
    """
    function = getattr(function, "__func__", function)
    for _ in range(MOST_DECORATORS):
        found = of_deal.declared(function)
        if found is not None:
            return found
        held = getattr(function, "__dict__", None)
        function = held.get("__wrapped__") if isinstance(held, dict) else None
        if function is None:
            break
    return None
