"""One run of Caddis a subject, shared by all tests about it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from hostile.arena import Aftermath, Aftermaths
from hostile.expectations import ARGUMENTS

AHEAD = 2
"""Subjects that are let loose while the tests look at others."""


@pytest.fixture(scope="session")
def aftermaths(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aftermaths]:
    """All aftermaths, made when asked for, and ahead of that unless pytest-xdist already keeps the cores busy."""
    base = tmp_path_factory.getbasetemp()
    distributed = hasattr(request.config, "workerinput")
    several = Aftermaths((base.parent if distributed else base) / "hostile", ARGUMENTS)
    parameters = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    wanted = dict.fromkeys(found["aftermath"] for found in parameters if "aftermath" in found)
    with ThreadPoolExecutor(AHEAD) as ahead:
        for subject in () if distributed else wanted:
            ahead.submit(several.of, subject)
        yield several
        ahead.shutdown(cancel_futures=True)


@pytest.fixture
def aftermath(request: pytest.FixtureRequest, aftermaths: Aftermaths) -> Aftermath:
    """What came of the subject that the test is about."""
    return aftermaths.of(request.param)
