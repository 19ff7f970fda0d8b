"""Inputs on which properties have failed, written as tests to keep."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from caddis.campaign.writing import check_writable
from caddis.emit.names import snake_case
from caddis.emit.properties import properties_source
from caddis.model.tested import Tested


def save(tested: Tested, directory: Path) -> Iterator[Path]:
    """Write a file for each input, called after the property and what is in it; what is there already stays."""
    module, _, path = tested.name.partition(":")
    check_writable(directory)
    directory.mkdir(parents=True, exist_ok=True)
    for failure in tested.failures:
        source = properties_source(module, [failure.finding]).source
        code = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        name = "_".join(filter(None, snake_case(path.replace(".", "_")).split("_")))
        file = directory / f"test_{name}_{code}.py"
        if not file.exists():
            file.write_text(source, encoding="utf-8")
        yield file
