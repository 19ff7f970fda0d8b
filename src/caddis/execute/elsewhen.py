"""Another time of day, another place: what a target shows of them must not end up in an assertion."""

from __future__ import annotations

import datetime
import os
import tempfile
import time
from typing import Any

ENVIRONMENT = {"COLUMNS": "57", "LINES": "19", "USER": "somebody", "LOGNAME": "somebody"}
"""What else of the environment is another, there."""


def move(workspace: str) -> None:
    """Have this process another home, another working directory, and another one for temporary files."""
    for name, directory in (("HOME", "another home"), ("TMPDIR", "other/temporary")):
        path = os.path.join(workspace, directory)
        os.makedirs(path)
        os.environ[name] = path
    os.environ.update(ENVIRONMENT)
    tempfile.tempdir = None
    os.makedirs(os.path.join(workspace, "another", "directory"))
    os.chdir(os.path.join(workspace, "another", "directory"))


def shift(seconds: int) -> None:
    """Have this process believe that it is later, before the target is imported."""
    _shift_time(seconds)
    _shift_dates(seconds)


def _shift_time(seconds: int) -> None:
    now, now_in_nanoseconds = time.time, time.time_ns
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_in_nanoseconds() + seconds * 10**9
    for name in ("localtime", "gmtime", "ctime"):
        setattr(time, name, _later(getattr(time, name)))
    strftime = time.strftime
    time.strftime = lambda form, when=None: strftime(form, when or time.localtime())


def _later(convert: Any) -> Any:
    """A conversion of seconds whose default is the shifted time."""
    return lambda seconds=None: convert(time.time() if seconds is None else seconds)


def _shift_dates(seconds: int) -> None:
    """Put classes in place of the standard ones that differ in nothing but what now and today are."""
    later = datetime.timedelta(seconds=seconds)
    real_datetime: Any = datetime.datetime
    real_date: Any = datetime.date

    class Shifted(type):
        """Instances of the standard class count as instances."""

        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, cls.__mro__[1])

        def __subclasscheck__(cls, subclass: type) -> bool:
            return issubclass(subclass, cls.__mro__[1])

    class ShiftedDatetime(real_datetime, metaclass=Shifted):  # type: ignore[misc]
        """`datetime.datetime`, later."""

        def __repr__(self) -> str:
            # the standard class, written in C, shows its module; a class written in Python does not
            return f"datetime.{super().__repr__()}"

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            """The shifted present."""
            return real_datetime.now(tz) + later

        @classmethod
        def utcnow(cls) -> Any:
            """The shifted present in UTC."""
            return real_datetime.now(datetime.UTC).replace(tzinfo=None) + later

        @classmethod
        def today(cls) -> Any:
            """The shifted present."""
            return real_datetime.now() + later

    class ShiftedDate(real_date, metaclass=Shifted):  # type: ignore[misc]
        """`datetime.date`, later."""

        def __repr__(self) -> str:
            return f"datetime.{super().__repr__()}"

        @classmethod
        def today(cls) -> Any:
            """The shifted day."""
            return (real_datetime.now() + later).date()

    for cls, name in ((ShiftedDatetime, "datetime"), (ShiftedDate, "date")):
        cls.__name__ = cls.__qualname__ = name
        cls.__module__ = "datetime"
        setattr(datetime, name, cls)
