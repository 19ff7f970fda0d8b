"""A small stock-keeping package: lines of stock, suppliers, shelves and pick lists."""

from __future__ import annotations

from inventory.picking import PickList
from inventory.shelf import Shelf
from inventory.stock import Category, Inventory, StockLine, Supplier

__all__ = ["Category", "Inventory", "PickList", "Shelf", "StockLine", "Supplier"]
