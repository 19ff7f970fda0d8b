"""Whether points seen at a point of a program lie on a line: six classes that fit each other in one way only.

As demanding as the class BinaryCore of Daikon in the paper: names and types are parsed from strings of a special form,
a slice is of variables of its own program point, and only a linear relation instantiated on a slice of two numbers
makes a core. Nothing is annotated, as in the code of many.
"""

import re


class Name:
    """The name of a variable, such as `this.size` or `a[i]`."""

    def __init__(self, text):
        if not re.fullmatch(r"(return|orig\(\w+\)|this(\.[a-z]\w*)+|[a-z]\w*(\[[a-z]\w*\])?)", text):
            raise ValueError(f"not the name of a variable: {text!r}")
        self._text = text

    @staticmethod
    def parse(text):
        """The name that `VAR:` declares."""
        head, colon, rest = text.partition(":")
        if head != "VAR" or not colon:
            raise ValueError(f"not a declaration: {text!r}")
        return Name(rest.strip())


class Variable:
    """A variable: its name, its type, and the comparability it was declared with."""

    def __init__(self, name, kind, comparability):
        if not isinstance(name, Name):
            raise TypeError("a name is asked for")
        if kind not in ("int", "double", "java.lang.String", "int[]"):
            raise ValueError(f"not a type: {kind!r}")
        if not re.fullmatch(r"-?\d{2}(\[-?\d+\])?", comparability):
            raise ValueError(f"not a comparability: {comparability!r}")
        self._name = name
        self._kind = kind
        self._comparability = comparability
        self._point = None

    @property
    def is_number(self):
        """Whether its values are numbers."""
        return self._kind in ("int", "double")


class Point:
    """A point of a program, and its variables."""

    def __init__(self, name, variables):
        if not re.fullmatch(r"[A-Z]\w*\.[A-Z]\w*\.\w+\([\w., ]*\):::(ENTER|EXIT\d+)", name):
            raise ValueError(f"not a point of a program: {name!r}")
        if len(variables) < 2 or len(set(map(id, variables))) < len(variables):
            raise ValueError("a point has several variables, each once")
        self._name = name
        self._variables = list(variables)
        for variable in variables:
            if variable._point is not None:
                raise ValueError("this variable belongs to another point")
            variable._point = self

    def slice_of(self, first, second):
        """Two of its variables, which are numbers."""
        return Slice(self, first, second)


class Slice:
    """Two numbers of one point, in their order there."""

    def __init__(self, point, first, second):
        places = [point._variables.index(each) for each in (first, second)]
        if places[0] >= places[1]:
            raise ValueError("variables of a slice are in order")
        if not (first.is_number and second.is_number):
            raise ValueError("a slice is of numbers")
        self._point = point
        self._pair = (first, second)


class Relation:
    """Something that may hold between two variables; instantiated from a prototype."""

    def __init__(self, pieces=None):
        self._pieces = pieces

    def instantiate(self, pieces):
        """The same relation on a slice."""
        if self._pieces is not None:
            raise ValueError("only a prototype is instantiated")
        if not isinstance(pieces, Slice):
            raise TypeError("a slice is asked for")
        return type(self)(pieces)


class Equal(Relation):
    """Both are equal."""


class Linear(Relation):
    """One is a linear function of the other."""

    @staticmethod
    def prototype():
        """The one that all others are made from."""
        return Linear()


class Core:
    """Works out the line of a linear relation."""

    def __init__(self, relation):
        if not isinstance(relation, Linear) or not isinstance(relation._pieces, Slice):
            raise TypeError("the core is that of a linear relation on a slice")
        self._relation = relation
        self._points = []

    def add(self, x, y, count):
        """Take in a point, seen so many times."""
        if count < 1:
            raise ValueError("a point is seen at least once")
        self._points.append((x, y))

    def holds(self):
        """Whether all points seen lie on one line."""
        if len(self._points) < 3:
            return True
        (x0, y0), (x1, y1) = self._points[:2]
        return all((x1 - x0) * (y - y0) == (y1 - y0) * (x - x0) for x, y in self._points[2:])
