"""State of modules that a process may never load: looked at as soon as they are, and never loaded for it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeAlias

from caddis.execute.places import AROUND, Kept, Trail

CONTEXT = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")

Tell: TypeAlias = Callable[[], list[Any]]
Put: TypeAlias = Callable[[list[Any]], None]


class Late(Kept):
    """Values that are there once a module is loaded, and right as they are then."""

    rank = AROUND
    asked = True

    def __init__(self, name: str, module: str, learn: Callable[[Any], tuple[Tell, Put]]) -> None:
        self._module = module
        self._learn = learn
        self._known: tuple[Tell, Put] | None = None
        super().__init__(Trail(name))

    def read(self) -> list[Any]:
        """The values; none as long as the module is not loaded."""
        if self._known is None:
            module = sys.modules.get(self._module)
            if module is None:
                return []
            self._known = self._learn(module)
        return self._known[0]()

    def differs(self) -> bool:
        """Whether the values are others than when the module was first seen."""
        if not self.saved:
            self.accept()
            return False
        return super().differs()

    def write(self) -> None:
        """Set the values."""
        if self._known is not None:
            self._known[1](self.saved)


def _decimal(decimal: Any) -> tuple[Tell, Put]:
    """The context and its settings. Its flags are none: they tell of every rounding."""
    get, put, reduced = decimal.getcontext, decimal.setcontext, decimal.Context.__reduce__

    def tell() -> list[Any]:
        context = get()
        _, (*settings, _flags, traps) = reduced(context)
        return [context, *settings, *traps]

    def back(saved: list[Any]) -> None:
        context, *settings = saved
        put(context)
        for name, value in zip(CONTEXT, settings, strict=False):
            setattr(context, name, value)
        context.clear_flags()
        context.clear_traps()
        for trap in settings[len(CONTEXT) :]:
            context.traps[trap] = True

    return tell, back


def _numpy(random: Any) -> tuple[Tell, Put]:
    """The state of the generator behind the functions of `numpy.random`."""
    get, put = random.get_state, random.set_state
    numpy: Any = sys.modules["numpy"]
    array, words = numpy.frombuffer, numpy.uint32

    def tell() -> list[Any]:
        kind, key, *rest = get()
        return [kind, key.tobytes(), *rest]

    def back(saved: list[Any]) -> None:
        kind, key, *rest = saved
        put((kind, array(key, dtype=words), *rest))

    return tell, back


def _asyncio(events: Any) -> tuple[Tell, Put]:
    """The policy, unless it is the one made when first needed, and the loop that it was told of."""
    usual: Any = sys.modules["asyncio"].DefaultEventLoopPolicy
    put = events.set_event_loop

    def tell() -> list[Any]:
        policy: Any = events._event_loop_policy
        if policy is None:
            return [None, None]
        return [None, vars(policy._local).get("_loop")] if type(policy) is usual else [policy, None]

    def back(saved: list[Any]) -> None:
        events._event_loop_policy, loop = saved
        if loop is not None:
            put(loop)

    return tell, back


def _socket(socket: Any) -> tuple[Tell, Put]:
    """The timeout of new sockets."""
    get, put = socket.getdefaulttimeout, socket.setdefaulttimeout
    return lambda: [get()], lambda saved: put(*saved)


LATE: tuple[tuple[str, str, Callable[[Any], tuple[Tell, Put]]], ...] = (
    ("decimal context", "decimal", _decimal),
    ("numpy.random", "numpy.random", _numpy),
    ("asyncio event loop policy", "asyncio.events", _asyncio),
    ("default timeout of sockets", "_socket", _socket),
)
