"""Whether an assertion holds: asked of live values, in the very words that a test would use."""

from __future__ import annotations

from functools import cache
from types import CodeType

from caddis.model.finding import Assertion

SUBJECT = "subject"


def holds(assertion: Assertion, values: list[object]) -> bool:
    """Whether what an assertion states is true of the values of a run; not if asking raises anything."""
    names = {SUBJECT: values[assertion.subject]}
    try:
        found = eval(_compiled(assertion.template.format(SUBJECT)), {}, names)
        expected = eval(_compiled(assertion.expected), {})
        # 1 == True, and a test would tell them apart by `is`
        return type(found) is type(expected) and bool(found == expected)
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return False


@cache
def _compiled(source: str) -> CodeType:
    return compile(source, "<assertion>", "eval")
