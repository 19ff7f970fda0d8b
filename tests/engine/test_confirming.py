"""What comes out differently in a fresh process is set apart; what merely takes long there is not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from tests.engine.exploring import OWNED

from caddis.config import Config
from caddis.engine.cleaning import Never
from caddis.engine.confirming import Confirming
from caddis.engine.laboratory import Laboratory
from caddis.engine.trial import Trial
from caddis.execute.clock import Beat
from caddis.generate.proposal import Proposal, unknown
from caddis.model.operation import Kind, Operation
from caddis.model.sequence import Statement
from caddis.model.verdict import Verdict
from caddis.plugin import Plugins

READ = Operation(Kind.FUNCTION, "builtins", "", "list", ())


@dataclass
class Fresh:
    """A fresh process in which everything comes out in the same way."""

    laboratory: Laboratory
    changes: dict[str, Any]

    by_place: bool = False
    """Or differently wherever objects lie elsewhere."""

    def try_out(self, proposal: Proposal, shifted: int = 0) -> Trial:
        """What comes of it there."""
        trial = replace(self.laboratory.try_out(proposal), **self.changes)
        return replace(trial, prints=(-2,)) if self.by_place and shifted else trial


@pytest.mark.parametrize(
    ("changes", "apart"),
    [
        ({}, []),
        ({"prints": (-1,)}, [READ]),
        ({"verdict": Verdict.ILLEGAL}, [READ]),
        ({"verdict": Verdict.VIOLATION, "out_of_time": True}, []),
        ({"verdict": Verdict.ILLEGAL, "failure": "a process of its own was lost"}, []),
    ],
)
def test_only_what_comes_out_differently_is_set_apart(changes: dict[str, Any], apart: list[Operation]) -> None:
    """A busy machine may take its time, and lose a process: that shows nothing of the call."""
    laboratory = Laboratory(plugins=Plugins(), owned=OWNED, config=Config(), beat=Beat(), denied=[])
    cleaning = Never()
    confirming = Confirming(laboratory, cleaning, Fresh(laboratory, changes), timed=False)  # type: ignore[arg-type]

    confirming.confirmed(laboratory.try_out(unknown((Statement(READ, ()),))))

    assert [str(operation) for operation in apart] == list(cleaning.stubborn())


def test_what_hangs_on_where_objects_lie_is_chance() -> None:
    """The order of a set of NaN, say."""
    laboratory = Laboratory(plugins=Plugins(), owned=OWNED, config=Config(), beat=Beat(), denied=[])
    cleaning = Never()
    fresh = Fresh(laboratory, {"prints": (-1,)}, by_place=True)
    confirming = Confirming(laboratory, cleaning, fresh, timed=False)  # type: ignore[arg-type]

    confirming.confirmed(laboratory.try_out(unknown((Statement(READ, ()),))))

    assert list(cleaning.stubborn()) == []
