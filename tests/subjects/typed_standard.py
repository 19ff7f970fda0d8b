"""The types of the standard library, each asked for by a function that uses it."""

from __future__ import annotations

import contextlib
import datetime
import decimal
import enum
import fractions
import http
import io
import ipaddress
import numbers
import os
import pathlib
import random
import re
import string
import struct
import types
import typing
import uuid
from collections.abc import Awaitable, Coroutine


def _expect(value: object, *classes: type) -> None:
    if not isinstance(value, classes):
        raise TypeError(f"{value!r} is none of {classes}")


def amount(x: decimal.Decimal) -> None:
    _expect(x, decimal.Decimal)


def share(x: fractions.Fraction) -> None:
    _expect(x, fractions.Fraction)


def number(x: numbers.Number) -> None:
    _expect(x, numbers.Number)


def integral(x: numbers.Integral) -> None:
    _expect(x, numbers.Integral)


def imaginary(x: complex) -> None:
    _expect(x, complex, float, int)


def identity(x: uuid.UUID) -> None:
    _expect(x, uuid.UUID)


def day(x: datetime.date) -> None:
    _expect(x, datetime.date)


def moment(x: datetime.datetime) -> None:
    _expect(x, datetime.datetime)


def time_of_day(x: datetime.time) -> None:
    _expect(x, datetime.time)


def duration(x: datetime.timedelta) -> None:
    _expect(x, datetime.timedelta)


def zone(x: datetime.tzinfo) -> None:
    _expect(x, datetime.tzinfo)


def path(x: pathlib.Path) -> None:
    _expect(x, pathlib.Path)


def pure_path(x: pathlib.PurePath) -> None:
    _expect(x, pathlib.PurePath)


def path_like(x: os.PathLike[str]) -> None:
    os.fspath(x)


def any_path(x: str | bytes | os.PathLike[str]) -> None:
    os.fspath(x)


def text_stream(x: typing.TextIO) -> None:
    _expect(x.read(), str)


def binary_stream(x: typing.BinaryIO) -> None:
    _expect(x.read(), bytes)


def stream(x: typing.IO[str]) -> None:
    _expect(x.read(), str)


def text_base(x: io.TextIOBase) -> None:
    _expect(x, io.TextIOBase)


def wrapper(x: io.TextIOWrapper) -> None:
    _expect(x, io.TextIOWrapper)


def reader(x: io.BufferedReader) -> None:
    _expect(x, io.BufferedReader)


def pattern(x: re.Pattern[str]) -> None:
    x.match("a")


def pattern_of_bytes(x: typing.Pattern[bytes]) -> None:
    x.match(b"a")


def match(x: re.Match[str]) -> None:
    _expect(x.group(), str)


def numbers_in(x: range) -> None:
    _expect(x, range)


def part(x: slice) -> None:
    "abc"[x]


def octets(x: bytes) -> None:
    _expect(x, bytes)


def changing_octets(x: bytearray) -> None:
    _expect(x, bytearray)


def view(x: memoryview) -> None:
    _expect(x, memoryview)


def address(x: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    _expect(x, ipaddress.IPv4Address, ipaddress.IPv6Address)


def network(x: ipaddress.IPv4Network) -> None:
    _expect(x, ipaddress.IPv4Network)


def chance(x: random.Random) -> None:
    _expect(x, random.Random)


def template(x: string.Template) -> None:
    _expect(x, string.Template)


def layout(x: struct.Struct) -> None:
    _expect(x, struct.Struct)


def status(x: http.HTTPStatus) -> None:
    _expect(x, http.HTTPStatus)


def flags(x: re.RegexFlag) -> None:
    _expect(x, enum.Flag)


def error(x: Exception) -> None:
    _expect(x, Exception)


def lookup(x: LookupError) -> None:
    _expect(x, LookupError)


def group(x: ExceptionGroup) -> None:
    _expect(x, ExceptionGroup)


def module(x: types.ModuleType) -> None:
    _expect(x, types.ModuleType)


def plain(x: types.SimpleNamespace) -> None:
    _expect(x, types.SimpleNamespace)


def function(x: types.FunctionType) -> None:
    if not callable(x):
        raise TypeError(x)


def context(x: contextlib.AbstractContextManager[int]) -> None:
    with x:
        pass


def old_context(x: typing.ContextManager[int]) -> None:
    with x:
        pass


def asynchronous_context(x: typing.AsyncContextManager[int]) -> None:
    _expect(x, contextlib.AbstractAsyncContextManager)


def awaited(x: Awaitable[int]) -> None:
    _expect(x, Awaitable)
    x.close()


def coroutine(x: Coroutine[None, None, int]) -> None:
    _expect(x, Coroutine)
    x.close()
