"""Whether points seen at a point of a program lie on a line: classes that fit each other in one way only.

As demanding as the class BinaryCore of Daikon in the paper: a variable is made of five objects, all but one read from
strings of a form of their own; a point of a program wants its name in another form, and variables that belong to no
other point; a slice takes two numbers of one point, in their order there; and of all the relations that there are, only
a linear one that was instantiated on a slice makes a core. Nothing may be None. Nothing is annotated, as in the code of
many.
"""


class Name:
    """The name of a variable, such as `this.size` or `a[i]`."""

    def __init__(self, text):
        first, _, field = text.partition(".")
        array, _, index = text.partition("[")
        of_this = first == "this" and field.isidentifier()
        of_an_array = array.isidentifier() and index.endswith("]") and index[:-1].isidentifier()
        if not (text == "return" or of_this or of_an_array):
            raise ValueError(f"not the name of a variable: {text!r}")
        self._text = text

    @staticmethod
    def parse(text):
        """The name that `VAR:` declares."""
        head, colon, rest = text.partition(":")
        if head != "VAR" or not colon:
            raise ValueError(f"not a declaration: {text!r}")
        return Name(rest.strip())


class Kind:
    """The type of a variable in its program, or that of its values in a file."""

    def __init__(self, name, dimensions):
        if dimensions < 0 or not name:
            raise ValueError("a type has a name and no fewer than 0 dimensions")
        self._name = name
        self._dimensions = dimensions

    @staticmethod
    def parse(text):
        """A type, as `int` or `java.lang.String[]`."""
        name, dimensions = text, 0
        while name.endswith("[]"):
            name, dimensions = name[:-2], dimensions + 1
        package, _, cls = name.rpartition(".")
        if name not in ("int", "double", "boolean") and not (package == "java.lang" and cls.istitle()):
            raise ValueError(f"not a type: {text!r}")
        return Kind(name, dimensions)

    def as_written(self):
        """The type of its values in a file, where truth is a number."""
        return Kind("int" if self._name == "boolean" else self._name, self._dimensions)

    @property
    def is_number(self):
        """Whether values are single numbers."""
        return self._name in ("int", "double") and not self._dimensions


class Comparability:
    """What a variable may be compared with: those of the same number."""

    def __init__(self, number, indices):
        self._number = number
        self._indices = indices

    @staticmethod
    def parse(version, text, kind):
        """A comparability of a version of the format, which has an index for each dimension of the type."""
        if version != 0:
            raise ValueError(f"version {version} is not known")
        number, *indices = text.split("[")
        if len(number) != 2 or not number.isdigit() or len(indices) != kind._dimensions:
            raise ValueError(f"not a comparability: {text!r}")
        if not all(index.endswith("]") and index[:-1].lstrip("-").isdigit() for index in indices):
            raise ValueError(f"not a comparability: {text!r}")
        return Comparability(int(number), len(indices))


class Remarks:
    """What else was declared of a variable."""

    def __init__(self, remarks):
        self._remarks = dict(remarks)

    @staticmethod
    def parse(text):
        """Remarks as `_isParam=true, _package=DataStructures`; those of the package must be there."""
        pairs = [part.strip().partition("=") for part in text.split(",")]
        if not all(name.isidentifier() and name.startswith("_") and equals and value for name, equals, value in pairs):
            raise ValueError(f"not remarks: {text!r}")
        if "_package" not in [name for name, _, _ in pairs]:
            raise ValueError("of no package")
        return Remarks([(name, value) for name, _, value in pairs])


class Variable:
    """A variable: its name, its type, that of its values in a file, what it may be compared with, and remarks."""

    def __init__(self, name, kind, written, comparability, remarks):
        asked = (Name, Kind, Kind, Comparability, Remarks)
        if not all(map(isinstance, (name, kind, written, comparability, remarks), asked)):
            raise TypeError("a name, two types, a comparability and remarks are asked for")
        if comparability._indices != kind._dimensions or written._dimensions != kind._dimensions:
            raise ValueError("these do not have the same dimensions")
        self._name = name
        self._kind = kind
        self._comparability = comparability
        self._point = None


class Point:
    """A point of a program, and its variables."""

    def __init__(self, name, variables):
        where, _, when = name.partition(":::")
        called, _, taken = where.partition("(")
        path = called.split(".")
        if len(path) != 3 or not all(part.isidentifier() for part in path) or not taken.endswith(")"):
            raise ValueError(f"not a point of a program: {name!r}")
        if when != "ENTER" and not (when.startswith("EXIT") and when[4:].isdigit()):
            raise ValueError(f"not a point of a program: {name!r}")
        if len(variables) < 2 or len(set(map(id, variables))) < len(variables):
            raise ValueError("a point has several variables, each once")
        if any(variable._point is not None for variable in variables):
            raise ValueError("a variable belongs to another point")
        self._name = name
        self._variables = list(variables)
        for variable in variables:
            variable._point = self

    def slice_of(self, first, second):
        """Two of its variables, which are numbers."""
        return Slice(self, first, second)


class Slice:
    """Two numbers of one point that may be compared, in their order there."""

    def __init__(self, point, first, second):
        places = [point._variables.index(each) for each in (first, second)]
        if places[0] >= places[1]:
            raise ValueError("variables of a slice are in order")
        if not (first._kind.is_number and second._kind.is_number):
            raise ValueError("a slice is of numbers")
        if first._comparability._number != second._comparability._number:
            raise ValueError("these are not compared")
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


class LessThan(Relation):
    """The first is less than the second."""


class Divides(Relation):
    """The second is a multiple of the first."""


class Square(Relation):
    """The second is the square of the first."""


class BitwiseAnd(Relation):
    """The bits of the first are among those of the second."""


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
