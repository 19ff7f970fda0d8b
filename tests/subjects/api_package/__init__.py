"""A package that offers what its private modules define."""

from api_package._core import Engine as Engine
from api_package._core import start as start
from api_package.sub.deep import far as far

__version__ = "1"
