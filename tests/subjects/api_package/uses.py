"""Imports for its own use."""

from collections import OrderedDict

from api_package.sub.deep import Deep


def use(deep: Deep) -> OrderedDict: ...
