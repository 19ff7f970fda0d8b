"""Planted faults come out at their known smallest size, down to the literals, whatever the seed."""

from __future__ import annotations

import pytest

from caddis.campaign.stages import told
from caddis.emit.script import shown
from caddis.engine.cleaning import Never
from caddis.engine.finisher import Finisher
from caddis.model.finding import Finding
from caddis.plugin import Plugins
from caddis.reduce.grouping import Example, Groups
from engine.exploring import OWNED, explore

SEEDS = (1, 2)
"""All of the first ten were seen to give the same."""

SMALLEST = {
    "shrunk_tank": ["tank = Tank(litres=60)", "tank.check()"],
    "shrunk_parser": ['words("(")'],
    "shrunk_median": ["median([0, 0, 0])"],
    "shrunk_baskets": ["basket = Basket()", 'basket.put("")', "basket2 = basket.merge(basket)", "basket2.carry()"],
    "shrunk_door": ["door = Door()", "door.open()", "repr(door)"],
    "purse_largest_of_nothing": ["purse = Purse()", "purse.largest()"],
}


def findings(subject: str, seed: int) -> list[Finding]:
    """What an exploration of a subject finds, made small."""
    groups = Groups()
    for sequence, violation in explore(subject, 1_500, seed=seed).violations:
        groups.add(Example(sequence, violation))
    finisher = Finisher(Plugins(), OWNED, Never())
    reduced = [
        (group, [made for one in group.examples if (made := finisher.reduce(one.sequence, one.violation))])
        for group in groups.by_cause.values()
    ]
    return told([(group, several) for group, several in reduced if several])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("subject", SMALLEST)
def test_a_planted_fault_comes_out_at_its_smallest(subject: str, seed: int) -> None:
    """One finding, and no line or literal that could be simpler."""
    [finding] = findings(subject, seed)

    assert shown(finding).splitlines() == SMALLEST[subject]
