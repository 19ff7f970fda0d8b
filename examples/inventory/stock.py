"""What is in stock, what it costs and who delivers it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import cast


class Category(Enum):
    """The kind of goods, which decides who delivers them."""

    FOOD = "food"
    TOOLS = "tools"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Supplier:
    """Someone who delivers goods within so many days."""

    name: str
    days: int = 1


class StockLine:
    """One kind of goods: how many there are, and how many of them are promised to customers."""

    def __init__(self, name: str, on_hand: int = 0, price: int = 0, category: Category = Category.OTHER) -> None:
        if on_hand < 0 or price < 0:
            raise ValueError("neither stock nor price can be negative")
        self._name = name
        self._on_hand = on_hand
        self._price = price
        self._category = category
        self._reserved = 0

    @property
    def name(self) -> str:
        """What the goods are called."""
        return self._name

    @property
    def price(self) -> int:
        """The price of one, in cents."""
        return self._price

    @property
    def category(self) -> Category:
        """The kind of goods."""
        return self._category

    @property
    def on_hand(self) -> int:
        """How many are in the house."""
        return self._on_hand

    @property
    def available(self) -> int:
        """How many are not yet promised to anyone."""
        return self._on_hand - self._reserved

    def receive(self, quantity: int) -> None:
        """Take in a delivery."""
        if quantity < 1:
            raise ValueError("a delivery holds at least one")
        self._on_hand += quantity

    def reserve(self, quantity: int) -> None:
        """Promise some of the available goods to a customer."""
        if not 1 <= quantity <= self.available:
            raise ValueError(f"{quantity} cannot be reserved, {self.available} are available")
        self._reserved += quantity

    def ship(self, quantity: int) -> None:
        """Send goods to a customer who has not reserved them."""
        if not 1 <= quantity <= self._on_hand:
            raise ValueError(f"{quantity} cannot be shipped, {self._on_hand} are on hand")
        self._on_hand -= quantity
        assert self._reserved <= self._on_hand, "more is promised than is there"


class Inventory:
    """All lines of stock, by name."""

    def __init__(self) -> None:
        self._lines: dict[str, StockLine] = {}
        self._suppliers: dict[Category, Supplier] = {}

    def stock(self, name: str, on_hand: int = 0, price: int = 0, category: Category = Category.OTHER) -> StockLine:
        """Open a line of stock; a name can be used only once."""
        if name in self._lines:
            raise ValueError(f"{name!r} is in stock already")
        line = self._lines[name] = StockLine(name, on_hand, price, category)
        return line

    def deliver_by(self, category: Category, supplier: Supplier) -> None:
        """Let this supplier deliver the goods of a category."""
        self._suppliers[category] = supplier

    def find(self, name: str) -> StockLine | None:
        """The line of this name, if there is one."""
        return self._lines.get(name)

    def supplier_of(self, category: Category) -> Supplier | None:
        """Who delivers a category, if anyone does."""
        return self._suppliers.get(category)

    def names(self, category: Category) -> list[str]:
        """The goods of a category, in alphabetical order."""
        return sorted(line.name for line in self._lines.values() if line.category is category)

    def total_value(self) -> int:
        """What everything in the house is worth, in cents."""
        return sum(line.on_hand * line.price for line in self._lines.values())

    def cheapest(self) -> StockLine:
        """The line with the lowest price."""
        return sorted(self._lines.values(), key=lambda line: line.price)[0]

    def restock_report(self) -> list[str]:
        """One sentence for each line that has run out: whom to order it from."""
        report = []
        for line in self._lines.values():
            if line.available == 0:
                supplier = cast("Supplier", self.supplier_of(line.category))
                report.append(f"{line.name}: order from {supplier.name}, {supplier.days} days")
        return report
