"""State of modules that a process may never load: looked at as soon as they are, and never loaded for it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from caddis.execute.places import AROUND, Kept, Trail, same

CONTEXT = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")


@dataclass(frozen=True, slots=True)
class Values:
    """Functions that tell some values, put them back, and make them what they are when a module is new."""

    tell: Callable[[], list[Any]]
    put: Callable[[list[Any]], None]
    renew: Callable[[], object] = lambda: None


class Late(Kept):
    """Values that are there once a module is loaded."""

    rank = AROUND
    asked = True

    def __init__(self, name: str, module: str, learn: Callable[[Any], Values]) -> None:
        self._module = module
        self._learn = learn
        self._values: Values | None = None
        super().__init__(Trail(name))

    def read(self) -> list[Any]:
        """The values; none as long as the module is not loaded."""
        if self._values is None and self._module in sys.modules:
            self._values = self._learn(sys.modules[self._module])
        return [] if self._values is None else self._values.tell()

    def differs(self) -> bool:
        """Whether the values are others; of a module that was loaded since, than in one that nobody has used."""
        now = self.read()
        if not self.saved and self._values is not None:
            self._values.renew()
            self.accept()
        return not same(now, self.saved)

    def restore(self) -> None:
        """Set the values."""
        if self._values is not None:
            self._values.put(self.saved)


def _decimal(decimal: Any) -> Values:
    """The context and its settings. Its flags are none: they tell of every rounding."""
    get, put, reduced = decimal.getcontext, decimal.setcontext, decimal.Context.__reduce__
    default = decimal.DefaultContext.copy()

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

    return Values(tell, back, renew=lambda: put(default))


def _numpy(random: Any) -> Values:
    """The state of the generator behind the functions of `numpy.random`, in a new module another every time."""
    get, put, seed = random.get_state, random.set_state, random.seed
    numpy: Any = sys.modules["numpy"]
    array, words = numpy.frombuffer, numpy.uint32

    def tell() -> list[Any]:
        state = get()
        if type(state) is not tuple:
            return ["a generator of another kind"]
        kind, key, *rest = state
        return [kind, key.tobytes(), *rest]

    def back(saved: list[Any]) -> None:
        kind, key, *rest = saved
        put((kind, array(key, dtype=words), *rest))

    return Values(tell, back, renew=lambda: seed(0))


def _asyncio(events: Any) -> Values:
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

    return Values(tell, back)


def _socket(socket: Any) -> Values:
    """The timeout of new sockets."""
    get, put = socket.getdefaulttimeout, socket.setdefaulttimeout
    return Values(lambda: [get()], lambda saved: put(*saved))


LATE: tuple[tuple[str, str, Callable[[Any], Values]], ...] = (
    ("decimal context", "decimal", _decimal),
    ("numpy.random", "numpy.random", _numpy),
    ("asyncio event loop policy", "asyncio.events", _asyncio),
    ("default timeout of sockets", "_socket", _socket),
)
