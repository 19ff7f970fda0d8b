"""The primitive pools: a small set of telling atoms for each type, which users extend."""

from __future__ import annotations

from collections.abc import Mapping

from caddis.model.sequence import Atom, Literal

DEFAULTS: dict[type, tuple[Atom, ...]] = {
    int: (0, 1, -1, 2, 3, 5, 10, 100),
    str: ("", "a", "b", "abc", "A", "0", "1", " ", "hello world", "a,b", "é"),
    float: (0.0, 1.0, -1.0, 0.5, 2.5, 100.0),
    bool: (False, True),
    bytes: (b"", b"a", b"abc"),
    complex: (0j, 1 + 2j),
    type(None): (None,),
}


def primitive_pools(added: Mapping[type, tuple[Atom, ...]]) -> dict[type, list[Literal]]:
    """The default atoms and the user's."""
    return {cls: [Literal(atom) for atom in (*atoms, *added.get(cls, ()))] for cls, atoms in DEFAULTS.items()}
