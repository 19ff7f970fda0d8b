"""One run of Caddis a subject, shared by all tests about it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from hostile.arena import Aftermath, Aftermaths
from hostile.expectations import ARGUMENTS, TOGETHER


@pytest.fixture(scope="session")
def aftermaths(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aftermaths]:
    """All aftermaths: those the tests will ask for are made ahead, to keep the cores busy while a subject hangs."""
    base = tmp_path_factory.getbasetemp()
    distributed = hasattr(request.config, "workerinput")
    several = Aftermaths((base.parent if distributed else base) / "hostile", ARGUMENTS, TOGETHER)
    parameters = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    wanted = dict.fromkeys(found["aftermath"] for found in parameters if "aftermath" in found)
    with ThreadPoolExecutor(1 if distributed else 2) as ahead:
        for subject in wanted:
            ahead.submit(several.prepare, subject)
        yield several
        ahead.shutdown(cancel_futures=True)


@pytest.fixture
def aftermath(request: pytest.FixtureRequest, aftermaths: Aftermaths) -> Aftermath:
    """What came of the subject that the test is about."""
    return aftermaths.of(request.param)
