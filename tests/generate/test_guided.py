"""Model-guided generation: inputs that follow what was seen, run for real."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from caddis.discover import discover, locate
from caddis.discover.recorded import Taught
from caddis.execute.interpreter import Interpreter
from caddis.generate.guided import Guided
from caddis.generate.literals import primitive_pools
from caddis.generate.proposal import Proposal
from caddis.generate.supplies import Supplies
from caddis.model.api import Source
from caddis.model.sequence import Literal, Sequence
from caddis.model.types import Exactly
from recording.recorded import recorded
from recording.test_figures import MODULE, main
from subjects import recorded_lives as lives

TESTS = Path(__file__).parent.parent


def taught(tmp_path: Path, module: str = MODULE) -> Taught:
    """The recording of Figure 1, read with its API in hand."""
    return Taught(discover([locate(module, TESTS)]), recorded(tmp_path, main, MODULE).usage)


def proposals(made: Guided, count: int) -> list[tuple[Proposal, BaseException | None]]:
    """Proposals that were run, each with what it raised."""
    interpreter = Interpreter()
    found = []
    for _ in range(count):
        proposal = made.propose()
        if proposal is None:
            continue
        outcome = interpreter.replay(Sequence(proposal.prefix + proposal.calls))
        made.heed(proposal, (), went_well=outcome.exception is None)
        found.append((proposal, outcome.exception))
    return found


@pytest.fixture
def guided(tmp_path: Path) -> Guided:
    """A generator that follows the models of Figure 4."""
    random = Random(1).random
    return Guided(random, Supplies(random, primitive_pools({}), 0.0), taught(tmp_path).guidance(), 60)


def names(proposal: Proposal) -> list[str]:
    """The operations of a proposal."""
    return [statement.operation.path for statement in proposal.prefix + proposal.calls]


def test_inputs_follow_the_models(tmp_path: Path) -> None:
    """Graphs are initialised and nodes have an owner before anything else is done with them; most inputs are legal."""
    guidance = taught(tmp_path).guidance()
    tried = []
    for seed in range(5):
        random = Random(seed).random
        tried += proposals(Guided(random, Supplies(random, primitive_pools({}), 0.0), guidance, 60), 400)

    assert len(tried) > 1_500
    assert sum(raised is None for _, raised in tried) > 0.5 * len(tried)
    for proposal, _ in tried:
        called = names(proposal)
        if "Graph.add_node" in called and "Graph.generate_graph" not in called:
            assert "Graph.init" in called[: called.index("Graph.add_node")]
        if called.count("Node") == 1 and "Node.add_edge" in called:
            assert "Node.set_owner" in called[: called.index("Node.add_edge")]


def test_inputs_go_beyond_the_run(guided: Guided) -> None:
    """Edges in graphs that were made by hand, several graphs, the same node twice in one graph."""
    good = [names(proposal) for proposal, raised in proposals(guided, 2_000) if raised is None]

    assert any("Graph.init" in called and {"Node.add_edge", "Graph.add_edge"} & {*called} for called in good)
    assert any(called.count("Graph") + called.count("Graph.generate_graph") > 1 for called in good)
    assert any(called.count("Graph.add_node") > 2 for called in good)


def test_values_are_those_that_were_seen(tmp_path: Path) -> None:
    """Or near them, in the last call."""
    random = Random(3).random
    guided = Guided(random, Supplies(random, primitive_pools({}), 0.0), taught(tmp_path).guidance(), 60)
    given = [
        argument.value
        for proposal, _ in proposals(guided, 300)
        for statement in proposal.prefix + proposal.calls
        if statement.operation.path == "Node"
        for argument in statement.arguments
        if isinstance(argument, Literal)
    ]

    assert sum(value in ("NYC", "Boston") for value in given) > 0.8 * len(given)


def test_no_object_stands_twice_in_a_call(guided: Guided) -> None:
    """If it was found for it."""
    for proposal, _ in proposals(guided, 300):
        for statement in proposal.prefix + proposal.calls:
            found = list(statement.references)
            assert len(found) == len(set(found))


def test_the_same_seed_gives_the_same(tmp_path: Path) -> None:
    """One random stream decides everything."""

    def once(place: Path) -> list[list[str]]:
        place.mkdir()
        random = Random(5).random
        made = Guided(random, Supplies(random, primitive_pools({}), 0.0), taught(place).guidance(), 60)
        return [names(proposal) for proposal, _ in proposals(made, 100)]

    assert once(tmp_path / "a") == once(tmp_path / "b")


def test_parameters_know_what_they_were_given(tmp_path: Path) -> None:
    """As one more source, beside what annotations say."""
    api = taught(tmp_path).api()
    [made] = [known for operation, known in api.operations.items() if operation.path == "Node"]
    [clues] = made.clues

    assert [clue.source for clue in clues] == [Source.ANNOTATION, Source.RECORDED]
    assert clues[1].known == Exactly((Literal("NYC"), Literal("Boston")))


def test_attributes_that_were_written_are_written(tmp_path: Path) -> None:
    """Public ones, though discovery knows of no such operation."""

    def act() -> None:
        lives.Lamp().set("green")

    usage = recorded(tmp_path, act, "subjects.recorded_lives").usage
    guidance = Taught(discover([locate("subjects.recorded_lives", TESTS)]), usage).guidance()
    moves = guidance.guides["subjects.recorded_lives:Lamp"].moves

    assert {move.operation.kind.value for move in moves} == {"constructor", "method", "write"}
