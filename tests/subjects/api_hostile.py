"""Objects that fight being looked at; every look that runs their code is counted."""

touched = []


class Meta(type):
    """A metaclass that answers everything with an error."""

    def __getattribute__(cls, name):
        if name in ("ask", "price", "secret"):
            touched.append(name)
            raise RuntimeError(name)
        return super().__getattribute__(name)

    def __call__(cls, *args, **kwargs):
        return super().__call__(*args, **kwargs)


class Guarded(metaclass=Meta):
    """Made through its metaclass."""

    def __init__(self, number: int) -> None:
        self.number = number

    @property
    def price(self) -> int:
        touched.append("price")
        raise RuntimeError

    def ask(self, question: str) -> str:
        return question


class Anything:
    """Has every attribute, and lies about its class."""

    def __getattr__(self, name):
        touched.append(name)
        raise RuntimeError(name)

    @property
    def __class__(self):
        raise RuntimeError("no class")

    def use(self) -> int:
        return 1


class Descriptor:
    """A descriptor that must not be asked."""

    def __get__(self, instance, owner):
        touched.append("descriptor")
        raise RuntimeError

    def __call__(self): ...


class Holder:
    """Holds it."""

    odd = Descriptor()
    fine = 1


class Liar:
    """Its signature is no signature."""

    __signature__ = "not a signature"

    def __init__(self, number: int) -> None: ...


class Unequal:
    """Cannot be compared, hashed or tested."""

    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError

    def __bool__(self):
        raise RuntimeError


def lying(number: int) -> int:
    return number


lying.__signature__ = 12
thing = Anything()
unequal = Unequal()


def with_default(value=unequal, other=thing): ...
def odd_annotation(value: unequal) -> thing: ...


def __getattr__(name):
    raise RuntimeError(name)
