"""Needs what is not installed."""

import a_dependency_nobody_has as a_dependency_nobody_has
