"""How the tests are shared out among processes."""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests together that share what is made once for a module: each process would make it anew."""
    if not config.pluginmanager.hasplugin("xdist"):
        return
    for item in items:
        shared = _shared(item)
        if shared:
            item.add_marker(pytest.mark.xdist_group(f"{item.path.stem}-{'-'.join(shared)}"))


def _shared(item: pytest.Item) -> list[str]:
    """The fixtures of a test that are made once for its module, each with its parameter if it has one."""
    if not isinstance(item, pytest.Function):
        return []
    given = item.callspec.indices if hasattr(item, "callspec") else {}
    known = item._fixtureinfo.name2fixturedefs
    shared = [name for name in sorted(known) if known[name][-1].scope == "module"]
    return [f"{name}{given[name]}" if name in given else name for name in shared]
