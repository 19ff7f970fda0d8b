"""What the benchmarks measure is what they say they measure."""

import sys
from pathlib import Path

import pytest
from benchmarks.ablation import ROWS, UNSEEN, WHOLE, Task, run
from benchmarks.acceptance import SUBJECTS, Result, beats
from benchmarks.forked import forked
from benchmarks.over_time import places_of_bugs
from benchmarks.planted import EXAMPLES, examples, planted
from benchmarks.replay import compiled, verify
from benchmarks.running import read_report
from benchmarks.speed import WINDOW, Run, load

from caddis.config import PARTS, Config
from caddis.execute.clock import Beat
from caddis.execute.interpreter import Interpreter
from caddis.model.operation import Kind, Operation, Parameter
from caddis.model.sequence import Literal, Sequence, Statement

LIST = Operation(Kind.CONSTRUCTOR, "builtins", "list", "list")
SELF = Parameter("self")
APPEND = Operation(Kind.METHOD, "builtins", "list", "append", (SELF, Parameter("item")))
POP = Operation(Kind.METHOD, "builtins", "list", "pop", (SELF,))
ADD = Operation(Kind.OPERATOR, "builtins", "list", "__add__", (SELF, Parameter("other")))
ADD_IN_PLACE = Operation(Kind.OPERATOR, "builtins", "list", "__iadd__", (SELF, Parameter("other")))
SET_ITEM = Operation(Kind.OPERATOR, "builtins", "list", "__setitem__", (SELF, Parameter("key"), Parameter("value")))
PAIR = Operation(Kind.DISPLAY, "", "", "(", (Parameter("a"), Parameter("b")))

RUNS_WELL = Sequence(
    (
        Statement(LIST, ()),
        Statement(APPEND, (-1, Literal(float("inf")))),
        Statement(ADD, (-2, -2)),
        Statement(SET_ITEM, (-3, Literal(0), Literal("x"))),
        Statement(ADD_IN_PLACE, (-4, -4)),
        Statement(PAIR, (-1, -3)),
    )
)
RAISES = Sequence((Statement(LIST, ()), Statement(POP, (-1,)), Statement(APPEND, (-2, Literal(1)))))


@pytest.fixture
def place(tmp_path: Path):
    """An empty directory whose modules are forgotten afterwards."""
    before, path = set(sys.modules), list(sys.path)
    yield tmp_path
    sys.path[:] = path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_the_bare_replay_ends_as_the_sequence_does():
    """A replay that stopped early would look fast."""

    well, raising = compiled([RUNS_WELL, RAISES])

    interpreter = Interpreter()
    assert type(interpreter.replay(RUNS_WELL).exception) is type(well())
    assert isinstance(raising(), IndexError)
    assert isinstance(interpreter.replay(RAISES).exception, IndexError)


def test_a_replay_that_ends_otherwise_is_noticed():
    """Functions are verified against the interpreter before they are timed."""

    with pytest.raises(RuntimeError, match="IndexError"):
        verify(compiled([RAISES]), [RUNS_WELL])


def test_a_window_of_every_container_replays(place):
    """The calls of a measured window, compiled, end as they did; the pool is as large as asked for."""

    for container in ("stack", "linked_list", "tree_set"):
        api, coverage = load(container, place)
        run = Run(api, coverage, Config(seed=1), Beat())
        run.grow(100, patience=5.0)
        window = run.window()
        assert window.pool >= 100
        assert len(window.tried) >= WINDOW
        verify(compiled(window.tried[:300]), window.tried[:300])


def test_only_the_container_is_called(place):
    """What lies beside it in this package, such as the benchmark itself, is not for the explorer to call."""

    api, _ = load("stack", place)

    assert {"stack"} == {operation.module for operation in (*api.operations, *api.helpers)}


def test_every_planted_bug_is_in_an_example():
    """The file is read whole, and names packages that exist."""

    bugs = planted()

    assert (EXAMPLES / "planted.toml").read_text().count("[[bug]]") == len(bugs)
    assert {bug.target for bug in bugs} <= set(examples())


def test_a_finding_is_matched_with_its_bug():
    """By contract, exception and the path of the operation, wherever it is imported from."""

    bug = next(bug for bug in planted() if bug.fault == "SumStack.get_data")
    finding = {"kind": bug.contract, "exception": None, "operation": "builtins.list.append"}

    assert bug.shown_by(finding)
    assert not bug.shown_by({**finding, "operation": "sum_stack.SumStack.pop"})
    assert not bug.shown_by({**finding, "exception": "ValueError"})
    assert bug.explains("AssertionError: assert 1 == 0")
    assert not bug.explains("ImportError: no module named x")


def test_a_report_tells_passed_from_failed():
    """Errors and skipped tests did not pass."""

    passed, failed = read_report(
        '<testsuites><testsuite><testcase classname="m" name="a"/>'
        '<testcase classname="m" name="b"><failure message="assert 1 == 2"/></testcase>'
        '<testcase classname="m" name="c"><error message="E"/></testcase></testsuite></testsuites>'
    )

    assert passed == ["m::a"]
    assert failed == {"m::b": "assert 1 == 2", "m::c": "E"}


def test_to_beat_is_to_be_better_on_both():
    """More operations alone are not enough."""

    def result(succeeded: int, covered: int) -> Result:
        return Result("t", "1", "feedback", 1, True, 0, 30.0, 0.0, succeeded=succeeded, covered=covered)

    assert beats(result(2, 2), result(1, 1))
    assert not beats(result(2, 1), result(1, 1))


def test_twelve_packages_and_five_modules_are_accepted():
    """As the issue lists them."""

    assert sum(subject.distribution is not None for subject in SUBJECTS) == 12
    assert sum(subject.distribution is None for subject in SUBJECTS) == 5


def test_everything_that_can_be_done_without_is_measured():
    """But for what makes no difference there."""

    assert {*PARTS} - UNSEEN <= ROWS.keys()


def test_an_ablation_sees_bugs_and_repeats_itself():
    """Whatever else the machine does."""

    place, target, sought = places_of_bugs(real=False)[0]
    task = Task(place, target, 1, 400, (WHOLE, "reuse"), sought)
    runs = run(task)

    assert runs == run(task)
    assert runs[WHOLE].missed == 0
    assert all(0 < steps < 400 for steps in runs[WHOLE].seen)
    assert runs[WHOLE].operations > 3


def test_what_hangs_is_ended_and_said_to():
    """What it had said before counts; whoever ends by himself has hung nowhere."""

    def hanging():
        yield 1
        while True:
            pass

    assert forked(hanging, 1) == (1, True)
    assert forked(lambda: [1, 2]) == (2, False)
