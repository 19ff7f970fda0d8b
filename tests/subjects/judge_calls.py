"""Calls that raise: by mistake of the code, and on purpose."""

import statistics


class Shelf:
    """Holds nothing at first."""

    def __init__(self, label: object = "", items: object = None) -> None:
        self.items: list[object] = []
        self.label = label
        self.inner: Shelf | None = None
        self.total = None
        self.given = items

    # mistakes

    def last(self) -> object:
        return self.items[-1]

    def take(self) -> object:
        return self.items.pop()

    def last_with_cleanup(self) -> object:
        try:
            return self.items[-1]
        finally:
            self.label = "asked"

    def last_raised_again(self) -> object:
        try:
            return self.items[-1]
        except IndexError:
            self.label = "failed"
            raise

    def inner_label(self) -> object:
        return self.inner.label  # type: ignore[union-attr]

    def inner_item(self) -> object:
        return self.inner[0]  # type: ignore[index]

    def inner_call(self) -> object:
        return self.inner()  # type: ignore[misc]

    def add_to_total(self) -> object:
        return self.total + 1  # type: ignore[operator]

    def length_of_total(self) -> int:
        return len(self.total)  # type: ignore[arg-type]

    def impossible(self) -> None:
        assert self.items, "never empty"

    def through_another(self) -> object:
        return self.last()

    # on purpose, or the caller's fault

    def checked_last(self) -> object:
        if not self.items:
            raise IndexError("the shelf is empty")
        return self.items[-1]

    def checked_last_with_cleanup(self) -> object:
        try:
            return self.checked_last()
        finally:
            self.label = "asked"

    def checked_inner(self) -> object:
        if self.inner is None:
            raise TypeError("'NoneType' object is not a shelf")
        return self.inner

    def checked_attribute(self) -> object:
        raise AttributeError("'NoneType' object has no attribute 'label'")

    def missing_key(self) -> object:
        return {}["key"]

    def wrong_value(self) -> object:
        return int("x")

    def mean(self) -> object:
        return statistics.mean(self.items)  # type: ignore[type-var]

    def label_length(self) -> int:
        return self.label.upper()  # type: ignore[attr-defined, no-any-return]

    def given_upper(self) -> object:
        return self.given[0].upper()  # type: ignore[index]

    def __getitem__(self, index: int) -> object:
        return self.items[index]

    def __setitem__(self, index: int, item: object) -> None:
        self.items[index] = item

    def __delitem__(self, index: int) -> None:
        del self.items[index]

    def __contains__(self, item: object) -> bool:
        return self.items[0] == item


def shout(text: str) -> str:
    return text.upper()


def shout_first(texts: list[str]) -> str:
    return texts[0].upper()


def nothing() -> None:
    return None


class Stubborn:
    """Will not be compared."""

    def __eq__(self, other: object) -> bool:
        raise NotImplementedError

    def __hash__(self) -> int:
        return 1


class Abstract:
    """Those below it will be."""

    def __eq__(self, other: object) -> bool:
        raise NotImplementedError

    def __hash__(self) -> int:
        return 1


class Concrete(Abstract):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Concrete)

    def __hash__(self) -> int:
        return 1


def allowed(number: int) -> int:
    return [1, 2][number * 10]


def unchanged(number: int) -> int:
    return number
