"""Run in a process of its own: the same sequences on one subject, in many orders; prints what came of each.

`python -m engine.orders SUBJECT RESET ORDERS`, with the tests on the path.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from contextlib import nullcontext
from pathlib import Path
from random import Random

from caddis.campaign.exploring import cleaning_by
from caddis.config import Config
from caddis.discover import describe, discover, locate
from caddis.discover.code import lines_of
from caddis.engine.cleaning import Never
from caddis.engine.elsewhere import Elsewhere
from caddis.engine.explorer import Explorer
from caddis.engine.laboratory import Laboratory
from caddis.engine.owning import owner_of
from caddis.engine.trial import Trial
from caddis.execute.apart import Apart
from caddis.execute.clock import Beat
from caddis.execute.importing import Coverage
from caddis.generate.proposal import Proposal
from caddis.model.sequence import Statement
from caddis.plugin import Plugins

dumps = json.dumps  # a subject patches it
TESTS = Path(__file__).parent.parent
SEQUENCES = 8
STEPS = 60
NEVER = "never"
"""For comparison: nothing is put back."""


def main() -> None:
    """Print the outcomes that each sequence had, in a fresh process and in every order."""
    subject, reset, orders = sys.argv[1], sys.argv[2], int(sys.argv[3])
    lasting = frozenset(sys.modules)
    owned = owner_of(frozenset({"subjects"}))
    api = discover([locate(f"subjects.{subject}", TESTS)])
    config = Config(steps=STEPS, reset="snapshot" if reset == NEVER else reset)
    laboratory = Laboratory(plugins=Plugins(), owned=owned, config=config, beat=Beat(), denied=[])
    apart = Apart(permitted=nullcontext)
    cleaning = Never() if reset == NEVER else cleaning_by(config, owned, laboratory, lasting, None)
    coverage = Coverage()
    elsewhere = Elsewhere(laboratory, coverage, begin=lambda: None, limit=5.0, apart=apart)
    proposed: list[tuple[Statement, ...]] = []
    explorer = Explorer(
        api,
        describe=describe,
        lines_of=lines_of,
        sight=coverage,
        laboratory=laboratory,
        cleaning=cleaning,
        elsewhere=None if reset == NEVER else elsewhere,
        plugins=Plugins(),
        owned=owned,
        config=config,
        journal=lambda _number, sequences: proposed.extend(prefix + calls for prefix, calls in sequences),
    )
    for _ in explorer.batches(lambda steps: steps < STEPS):
        pass
    # the longest say most about what lingers; every operation has its say
    longest = sorted(dict.fromkeys(proposed), key=len)
    each = {statements[-1].operation: statements for statements in longest if owned(statements[-1].operation.module)}
    chosen = list(dict.fromkeys([*each.values(), *reversed(longest)]))[:SEQUENCES]
    fresh = [_outcome(elsewhere.try_out(_proposal(statements))) for statements in chosen]
    outcomes: dict[int, set[str]] = defaultdict(set, {number: {outcome} for number, outcome in enumerate(fresh)})
    for order in range(orders):
        numbers = list(range(len(chosen)))
        Random(order).shuffle(numbers)
        proposals = [_proposal(chosen[number]) for number in numbers]
        _, tried = explorer.trying.try_all(order, proposals, lambda _done: True)
        for number, one in zip(numbers, tried, strict=True):
            outcomes[number].add(_outcome(one.trial))
    print(dumps({"outcomes": [sorted(several) for _, several in sorted(outcomes.items())], "count": len(chosen)}))


def _proposal(statements: tuple[Statement, ...]) -> Proposal:
    unknown: tuple[None, ...] = (None,) * (len(statements) - 1)
    return Proposal(statements[:-1], statements[-1:], unknown, unknown)


def _outcome(trial: Trial) -> str:
    """What a trial saw, but for whether it was the first to see it."""
    failed = trial.verdict.value if trial.verdict.value in ("illegal", "violation") else "returned"
    return f"{failed} {trial.prints[-1:]} {trial.violation}"


if __name__ == "__main__":
    main()
