"""The `repr` of a record can be evaluated."""

from __future__ import annotations

import ast
import dataclasses
import re
import sys
from typing import Any

from caddis.judge.contracts.claims import Claims, has
from caddis.judge.contracts.contract import Breach, Check, Law
from caddis.judge.contracts.copies import is_plain_data
from caddis.judge.contracts.parts import ATOMS, holds_nan, parts
from caddis.model.outcome import OutOfTime
from caddis.model.verdict import Confidence

LONGEST = 2_000


class ReprEvaluates(Law):
    name = "repr_evaluates"
    about = "a `repr` that reads `Name(field=…)` can be evaluated in the module of its class, and gives an equal object"
    why = "a `repr` that reads like a call is taken for one"
    confidence = Confidence.MEDIUM
    methods = ("__repr__",)

    def of(self, cls: type, claims: Claims) -> Check | None:
        module = sys.modules.get(cls.__module__)
        if not claims.own(cls, "__repr__") or module is None or not _is_named(module, cls) or _hides_fields(cls):
            return None
        written = re.compile(rf"{re.escape(cls.__qualname__)}\(\w+=")
        compares = claims.own(cls, "__eq__")
        # who writes the text by hand may have meant it for the eye alone
        sure = Confidence.MEDIUM if is_plain_data(cls) else Confidence.LOW

        def breach(value: object) -> Breach | None:
            text = repr(value)
            if not written.match(text) or "<" in text or "..." in text or len(text) > LONGEST:
                return None
            needed, call = f"import {cls.__module__}", f"eval(repr({{0}}), vars({cls.__module__}))"
            try:
                # the code is that of the `repr`, not of the module
                made = eval(text, {**vars(module), "__name__": "repr"})
            except OutOfTime:
                raise
            except NameError:
                return None
            except Exception as exception:  # noqa: BLE001 - code of the target may raise anything
                if not all(map(_evaluates, parts(value))):
                    return None
                return Breach((needed, call), exception=exception, confidence=sure)
            if not compares or (made == value) is not False or holds_nan(value):
                return None
            if not all(map(_evaluates, parts(value))):
                return None
            return Breach((needed, f"assert {call} == {{0}}"), confidence=sure)

        return breach


def _is_named(module: Any, cls: type) -> bool:
    """Whether a class is found in its module by its name."""
    found: Any = module
    for part in cls.__qualname__.split("."):
        found = getattr(found, part, None)
    return found is cls


def _hides_fields(cls: type) -> bool:
    """Whether the call that the `repr` of a record shows is none by design: it has fields that nobody passes."""
    if not dataclasses.is_dataclass(cls):
        return False
    kinds = vars(cls).get("__dataclass_fields__", {}).values()
    return any(field.repr and not field.init for field in dataclasses.fields(cls)) or any(
        isinstance(field.type, dataclasses.InitVar) for field in kinds
    )


def _evaluates(part: object) -> bool:
    """Whether what a record holds can be written and read again, as far as Python's literals go."""
    if isinstance(part, ATOMS):
        return type(part) in (*ATOMS, bool) and "inf" not in repr(part)
    if type(part) in (list, tuple, dict, set):
        try:
            return bool(ast.literal_eval(repr(part)) == part)
        except Exception:  # noqa: BLE001 - what it holds may be anything
            return False
    return has(type(part), "__dataclass_fields__")
