"""Which cases become tests, and with which assertions: decided by what they run and which mutants they notice."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from caddis.campaign.halt import Halt
from caddis.campaign.setting import Setting
from caddis.campaign.supervising import Standby, answers
from caddis.model.codec import Encoder, Json
from caddis.model.finding import Case
from caddis.reduce.selecting import Arc, Candidate, Chosen, Fault, select

TESTS_EACH, ALWAYS = 3, 20
"""Of each operation, on average and at most, unless somebody says how many there may be in all; so many always may,
and more where each of them reaches something that no other does."""
WEIGHING = 0.8
"""The share of time for weighing; the rest is for shortening."""
SHORTEST = 2
"""Statements of a sequence in which each is needed for the next that can hardly be done without."""
MOST_MUTANTS = 100_000
"""More than any target has."""
PROVED = 6
"""Of the mutants that a test was chosen for, how many it must still notice when it is shortened."""


@dataclass
class Weights:
    """What is known of cases, by their numbers."""

    arcs: dict[int, frozenset[Arc]] = field(default_factory=dict)
    """What its last call runs, and what is asked then."""
    early: dict[int, frozenset[Arc]] = field(default_factory=dict)
    """What it runs only before that."""
    noticed: dict[int, dict[Fault, frozenset[int]]] = field(default_factory=dict)
    wavering: set[int] = field(default_factory=set)
    mutants: int = 0
    """How many were tried, and how many of them were noticed."""
    killed: int = 0


def selected(
    standby: Standby, cases: list[Case], questions: Json, halt: Halt, end: float | None
) -> tuple[list[Case], str]:
    """The cases that are worth a test, with the assertions that are worth a line, as short as they can be.

    And how they were chosen, in words. `questions` are what exploring has learnt of observers.
    """
    if not cases:
        return [], "no cases"
    setting = standby.setting
    if setting.config.all_tests:
        return cases[: setting.config.max_tests], f"all {len(cases)} cases taken"
    now = time.monotonic()
    weights = weighed(standby, cases, halt, None if end is None else now + WEIGHING * (end - now))
    # what somebody asks for is meant strictly; and where nobody knows what cases run, each would be the only one
    strictly = setting.config.max_tests is not None or not weights.arcs
    chosen = select(candidates(cases, weights), _most(setting, cases), strictly=strictly)
    words = (
        f"{len(chosen)} of {len(cases)} cases chosen: {len(weights.arcs)} were weighed, "
        f"with {weights.mutants} mutants, of which {weights.killed} were noticed"
    )
    return shortened(standby, cases, chosen, questions, halt=halt, end=end), words


def weighed(standby: Standby, cases: list[Case], halt: Halt, end: float | None) -> Weights:
    """What cases run and notice, as far as there was time to see."""
    encoder = Encoder()
    job = {
        "cases": list(map(encoder.case, cases)),
        "definitions": encoder.drain(),
        "timeout": standby.setting.config.timeout,
        "seed": standby.setting.config.seed,
    }
    weights = Weights()
    for number, result, _ in answers(standby, "weigh", job, len(cases) + MOST_MUTANTS, halt=halt, end=end):
        if number >= len(cases):
            weights.mutants += 1
            weights.killed += bool(result["noticed"])
            for case, by in result["noticed"]:
                weights.noticed.setdefault(case, {})[tuple(result["mutant"])] = frozenset(by)
        elif result["arcs"] is None:
            weights.wavering.add(number)
        else:
            weights.arcs[number] = frozenset(map(tuple, result["arcs"]))
            weights.early[number] = frozenset(map(tuple, result["early"]))
    return weights


def candidates(cases: list[Case], weights: Weights) -> list[Candidate]:
    """The cases as candidates for tests; where nothing at all is known, each is one of its kind, and the first count.

    A test is credited with what its last call runs. What it runs before that counts only where no test is about it.
    """
    about = frozenset[Arc]().union(*weights.arcs.values())
    reached = {number: arcs | (weights.early[number] - about) for number, arcs in weights.arcs.items()}
    return [
        Candidate(
            number,
            group=case.sequence.statements[-1].operation,
            cost=len(case.sequence) if reached else 0,
            plainest=_plainest(case),
            reached=reached.get(number, frozenset()) if reached else frozenset({(number, 0, 0)}),
            noticed=weights.noticed.get(number, {}),
        )
        for number, case in enumerate(cases)
        if number not in weights.wavering
    ]


def _plainest(case: Case) -> tuple[int, ...]:
    """The first assertion, or the first after that where nothing came back: what was changed instead tells more."""
    says_more = [place for place, one in enumerate(case.assertions) if one.expected != "None"]
    return tuple((says_more or [*range(len(case.assertions))])[:1])


def shortened(
    standby: Standby, cases: list[Case], chosen: list[Chosen], questions: Json, *, halt: Halt, end: float | None
) -> list[Case]:
    """What is chosen, each as short as it can be and still do what it was chosen for; as it was, if time runs out."""
    config = standby.setting.config
    encoder = Encoder()
    items: list[Json] = []
    # should time run out, the long ones have been seen to
    chosen = sorted(chosen, key=lambda one: -len(cases[one.number].sequence))
    kept = [_stating(cases[one.number], one.assertions) for one in chosen]
    places = [place for place, case in enumerate(kept) if not _is_shortest(case)]
    for case, one in ((kept[place], chosen[place]) for place in places):
        data = [encoder.case(case), sorted(one.reached), sorted(one.noticed)[:PROVED]]
        items.append(["shorten", data, None])
    job = {
        "items": items,
        "makers": {},
        "definitions": encoder.drain(),
        "timeout": config.timeout,
        "checks": config.checks,
        "ignore": list(config.ignore),
        "discards": list(config.properties.discards),
        "exclude": list(config.exclude),
        "private": config.private,
        "observers": questions,
        "named_observers": list(config.observers),
        "messages": config.messages,
        "whole": False,
    }
    for number, result, decoder in answers(standby, "finish", job, len(items), halt=halt, end=end):
        kept[places[number]] = decoder.case(result)
    return list({case.sequence: case for case in kept}.values())


def _stating(case: Case, positions: tuple[int, ...]) -> Case:
    return replace(case, assertions=tuple(case.assertions[position] for position in positions))


def _is_shortest(case: Case) -> bool:
    """Whether nothing can be left out: the last call, what it is called on, and what must be given to both."""
    size = len(case.sequence)
    return (
        size <= SHORTEST
        and len(case.sequence.needed_by(size - 1)) == size
        and all(
            argument is None or parameter.required
            for statement in case.sequence
            for argument, parameter in zip(statement.arguments, statement.operation.parameters, strict=True)
        )
    )


def _most(setting: Setting, cases: list[Case]) -> int:
    if setting.config.max_tests is not None:
        return setting.config.max_tests
    return max(ALWAYS, TESTS_EACH * len({case.sequence.statements[-1].operation for case in cases}))
