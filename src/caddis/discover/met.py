"""The operations of classes met only at run time: a private class a function returned, an iterator, a builtin list."""

from __future__ import annotations

import collections
import types

from caddis.discover.foreign import attempt, text_of
from caddis.discover.members import Members
from caddis.discover.types import Reader
from caddis.model.api import Signature
from caddis.model.classes import mro
from caddis.model.operation import HAS_RECEIVER, Operation


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


LEFT_ALONE = words(
    """threading _thread multiprocessing concurrent asyncio subprocess socket _socket socketserver ssl select selectors
    ctypes _ctypes tkinter turtle curses inspect types ast importlib _frozen_importlib _frozen_importlib_external sys
    gc signal code codeop dis symtable traceback logging unittest pdb bdb weakref _weakref http urllib ftplib smtplib
    xmlrpc webbrowser mmap zipimport pkgutil runpy"""
)
"""Packages of threads, windows, sockets, processes and reflection: no help in building arguments."""

ATOMS = frozenset(
    {int, str, float, bytes, bool, type(None), complex, tuple, frozenset, range, slice, memoryview, object, type}
)

_CHANGING: dict[type, frozenset[str]] = {
    list: words("append insert pop remove clear reverse sort __delitem__ __getitem__"),
    dict: words("pop popitem clear setdefault __setitem__ __delitem__ __getitem__"),
    set: words("add discard remove clear"),
    bytearray: words("append insert pop remove clear reverse __delitem__"),
    collections.deque: words("append appendleft insert pop popleft remove clear reverse rotate"),
    types.GeneratorType: words("__next__ __iter__ close"),
    types.AsyncGeneratorType: words("__anext__ __aiter__"),
    types.CoroutineType: words("__await__"),
}
"""Of builtin containers, what changes them, and so whatever they are shared with, or leads to what they hold.

Not `extend` and its like: a list extended by its own iterator never ends. Nor the `pop` of a set: what it gives hangs
on where objects lie, and on the seed of hashes.
"""
_OF_BUILTINS = words("__next__ __iter__ __await__")
"""Of iterators and views all there is to learn about the target."""

_NOT_DESCRIBED = frozenset(
    {type, BaseException, property, staticmethod, classmethod, super, types.ModuleType, types.FunctionType}
    | {types.BuiltinFunctionType, types.MethodType, types.FrameType, types.CodeType, types.TracebackType}
)


def describe(cls: type) -> dict[Operation, Signature]:
    """The methods, attributes and operators of the instances of a class; nothing for atoms and machinery."""
    module = text_of(cls, "__module__")
    if cls in ATOMS or not _NOT_DESCRIBED.isdisjoint(mro(cls)) or module.partition(".")[0] in LEFT_ALONE:
        return {}
    members = Members(cls, module, text_of(cls, "__qualname__"), Reader())
    wanted = _CHANGING.get(cls, _OF_BUILTINS if module == "builtins" else None)
    found: dict[Operation, Signature] = attempt(lambda: dict(members.all()), {})
    return {
        operation: signature
        for operation, signature in found.items()
        if operation.kind in HAS_RECEIVER and (wanted is None or operation.name in wanted)
    }
