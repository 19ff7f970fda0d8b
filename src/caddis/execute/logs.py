"""The configuration of logging."""

from __future__ import annotations

import logging
from operator import is_
from typing import Any

from caddis.execute.containers import DictKept, ListKept
from caddis.execute.objects import Layout
from caddis.execute.places import Kept, Names, Trail

LOGGER = ("level", "propagate", "disabled", "handlers", "filters")
HANDLER = ("level", "formatter", "filters")
MANAGER = ("_disable", "loggerClass", "logRecordFactory")
MODULE = ("raiseExceptions", "lastResort", "_loggerClass", "_logRecordFactory")


def logs() -> list[Kept]:
    """The settings of all loggers there are and of their handlers, and those that hold for all."""
    trail = Trail("logging")
    names = vars(logging)
    places: list[Kept] = [Names(trail, names, MODULE)]
    places += [DictKept(trail.attribute(name), names[name]) for name in ("_levelToName", "_nameToLevel")]
    places.append(Names(trail.attribute("root.manager"), vars(logging.root.manager), MANAGER, after=_forget))
    handlers: dict[int, tuple[Any, Trail]] = {}
    for logger in [logging.root, *_loggers()]:
        at = trail.attribute(logger.name)
        places += _settings(logger, LOGGER, at)
        handlers.update({id(handler): (handler, at.attribute("handlers")) for handler in logger.handlers})
    for handler, at in handlers.values():
        places += _settings(handler, HANDLER, at)
    return [*places, NewLoggers()]


def _settings(thing: object, names: tuple[str, ...], trail: Trail) -> list[Kept]:
    attributes = _attributes(thing)
    lists = [(name, attributes[name]) for name in names if type(attributes.get(name)) is list]
    return [
        Names(trail, attributes, names, after=_forget, watched=(thing, attributes)),
        *(ListKept(trail.attribute(name), items) for name, items in lists),
    ]


def _loggers() -> list[logging.Logger]:
    known = list(logging.root.manager.loggerDict.values())
    return [logger for logger in known if issubclass(type(logger), logging.Logger)]  # type: ignore[misc]


def _forget() -> None:
    """Have the loggers forget which levels they are enabled for."""
    logging.root.manager._clear_cache()  # type: ignore[attr-defined]


class NewLoggers(Kept):
    """The loggers that were asked for since. They may stay, as they were when new."""

    asked = True

    def __init__(self) -> None:
        self._known: dict[str, Any] = logging.root.manager.loggerDict
        self._new: list[dict[str, Any]] = []
        super().__init__(Trail("logging, new loggers"))

    def differs(self) -> bool:
        """Whether a logger is gone, or a new one was configured."""
        if len(self._known) != len(self.saved) or not all(map(is_, self._known.values(), self.saved)):
            if any(name not in self._known for name in self.copy):
                return True
            old = set(map(id, self.copy.values()))
            self._new = [_attributes(logger) for logger in _loggers() if id(logger) not in old]
            self.saved = list(self._known.values())
        return any(map(_is_configured, self._new))

    def restore(self) -> None:
        """Bring back those that are gone, and undo what was done to the new ones."""
        self._known.update({name: logger for name, logger in self.copy.items() if name not in self._known})
        for new in self._new:
            new.update(level=logging.NOTSET, propagate=True, disabled=False, handlers=[], filters=[])
        _forget()

    def accept(self) -> None:
        """Take all loggers for known."""
        self.saved = list(self._known.values())
        self.copy = dict(self._known)
        self._new = []


def _attributes(thing: object) -> dict[str, Any]:
    return Layout(type(thing)).attributes(thing) or {}


def _is_configured(logger: dict[str, Any]) -> bool:
    return bool(
        logger["level"] or logger["handlers"] or logger["filters"] or logger["disabled"] or not logger["propagate"]
    )
