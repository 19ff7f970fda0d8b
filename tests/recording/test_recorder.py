"""What is recorded of a run: every way in which objects come to be and are used, and no secrets."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import traceback
import warnings
import weakref
from pathlib import Path

import pytest

from caddis.recording.keeping import FEW, FIRST, PLENTY, is_kept
from caddis.recording.session import record
from caddis.recording.store import reading
from recording.recorded import recorded
from subjects import recorded_lives as lives
from subjects import recorded_ways as ways

MODULE = "subjects.recorded_ways"


def test_a_call_has_its_receiver_arguments_and_result(tmp_path: Path) -> None:
    """Objects by identity, atoms by value."""
    run = recorded(tmp_path, lambda: ways.Base(1) and ways.Plain().greet("you"), MODULE)

    [plain] = run.of("Plain")
    assert run.given("Plain.greet") == {"self": ["object", plain], "name": "you"}
    assert run.values[run.call("Plain.greet").result] == "hello you"


def test_what_a_call_raises(tmp_path: Path) -> None:
    """By the name of its class, and the call is no step of a history."""
    run = recorded(tmp_path, lambda: ways.refuse(ways.Base(1)), MODULE)

    assert run.call("refuse").exception == "builtins:AttributeError"
    assert run.filtered[run.of("Base")[0]] == ["Base.__init__ @ 0", "  Base.n @ 0"]


def test_constructors_of_bases_are_part_of_one(tmp_path: Path) -> None:
    """There is one object, and it is made once."""
    run = recorded(tmp_path, lambda: ways.Derived(2), MODULE)

    assert run.of("Base") == []
    assert len(run.of("Derived")) == 1
    assert [call.function.path for call in run.calls if call.born] == ["Derived.__init__"]


@pytest.mark.parametrize(
    ("make", "cls", "given"),
    [
        (lambda: ways.Point(1, tags=["a"]).move(2), "Point", {"x": 1, "y": ["default"], "tags": ["list", ["a"]]}),
        (lambda: ways.Plain().greet("a"), "Plain", {}),
        (lambda: ways.Shelf(b=1).put("a", 2), "Shelf", {"iterable": ["dict", [["b", 1]]]}),
        (lambda: ways.Slotted(3), "Slotted", {"a": 3, "password": ["default"]}),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_objects_whose_constructor_nobody_wrote(tmp_path: Path, make: object, cls: str, given: object) -> None:
    """Of data classes, of classes without one, of builtin ones, of those with slots."""
    file = tmp_path / "run.trace"
    with record(MODULE, file=file):
        make()  # type: ignore[operator]
    with reading(file) as recording:
        [born] = [call for call in recording.calls() if call.born]
        names = born.function.parameters[1:]
        assert {n: recording.values[v] for n, v in zip(names, born.arguments[1:], strict=True)} == given
        assert recording.objects == {born.born: f"{MODULE}:{cls}"}


def test_objects_made_by_new(tmp_path: Path) -> None:
    """Where there is no `__init__`."""
    run = recorded(tmp_path, lambda: ways.Pair(1, 2).first(), MODULE)

    assert [call.cls for call in run.calls if call.born] == [f"{MODULE}:Pair"]


def test_writes_are_calls(tmp_path: Path) -> None:
    """To attributes and to items; where a setter was called it is that which counts."""

    def act() -> None:
        ways.Base(5)
        ways.Shelf().put("a", 1)
        ways.Slotted(1).b = "x"

    run = recorded(tmp_path, act, MODULE)

    assert run.given("Base.n") == {"self": ["object", run.of("Base")[0]], "value": 5}
    assert run.given("Shelf.__setitem__") == {"self": ["object", run.of("Shelf")[0]], "key": "a", "value": 1}
    assert [call.function.sort for call in run.calls if call.function.path == "Slotted.b"] == ["method"]


def test_generators_and_coroutines_are_one_call_each(tmp_path: Path) -> None:
    """However often they go on; tasks are told apart."""

    async def three() -> list[int]:
        return await asyncio.gather(*(ways.work(ways.Point(n), 10) for n in range(3)))

    def act() -> None:
        assert list(ways.Derived(3).numbers()) == [0, 1, 2]
        assert asyncio.run(three()) == [10, 11, 12]

    run = recorded(tmp_path, act, MODULE)

    assert run.paths().count("Derived.numbers") == 1
    works = [call for call in run.calls if call.function.path == "work"]
    assert len({call.track for call in works}) == 3
    assert all(call.exception is None for call in works)
    places = [call for call in run.calls if call.function.path == "place"]
    assert {call.parent for call in places} == {call.id for call in works}


def test_threads_are_told_apart(tmp_path: Path) -> None:
    """By the track of each call."""

    def act() -> None:
        point = ways.Point(0)
        for _ in range(2):
            thread = threading.Thread(target=point.move, args=(1,))
            thread.start()
            thread.join()

    run = recorded(tmp_path, act, MODULE)

    assert len({call.track for call in run.calls}) == 3


def test_what_another_thread_does_is_not_inside_what_this_one_does(tmp_path: Path) -> None:
    """Though a call is under way here meanwhile, and goes on afterwards."""

    class Options:
        def __len__(self) -> int:
            thread = threading.Thread(target=lives.Door().prepare)
            thread.start()
            thread.join()
            return 0

    def act() -> None:
        lives.House().fit([], Options())
        lives.House().build_door()

    run = recorded(tmp_path, act, "subjects.recorded_lives")

    assert run.call("Door.prepare").parent is None
    assert run.call("Door.oil").parent == run.call("Door.prepare").id
    assert [call.parent for call in run.calls if call.function.path == "Door.__init__"] == [
        run.call("House.fit").id,
        run.call("House.build_door").id,
    ]
    assert run.call("House.build_door").parent is None


def test_secrets_are_not_recorded(tmp_path: Path) -> None:
    """By the name of a parameter, an attribute or a key, by their looks, wherever they are passed on, and on demand."""

    def act() -> None:
        ways.Slotted(1, "correct horse")
        ways.log_in("bob", "abcdefgh")
        ways.settings({"password": "in a dict", "other": "fine"})
        ways.passed_on("ghp_0123456789abcdefghijABCDEFGHIJ")
        ways.passed_on("the answer is 42 in all cases")

    run = recorded(tmp_path, act, MODULE, redact=("the answer",))
    held = run.file.read_bytes()

    for secret in (b"correct horse", b"abcdefgh", b"in a dict", b"ghp_", b"the answer"):
        assert secret not in held
    assert b"bob" in held
    assert b"fine" in held
    assert run.given("log_in")["token"] == ["secret", "str"]


def test_long_texts_are_cut(tmp_path: Path) -> None:
    """And never given to anybody as if they were whole."""
    run = recorded(tmp_path, lambda: ways.passed_on("x" * 5_000), MODULE)

    assert run.given("passed_on") == {"thing": ["cut", "str", 5_000]}
    assert all("passed_on" not in callee.path or not given for callee, given in run.usage.parameters.items())


def test_nothing_of_an_object_is_run(tmp_path: Path) -> None:
    """Not its `==`, `hash`, `repr`, truth, nor any attribute; and nothing goes wrong inside."""

    def act() -> None:
        thing = ways.Hostile()
        assert ways.passed_on(thing) is thing
        ways.passed_on([thing, {1: thing}])

    file = tmp_path / "run.trace"
    with record(MODULE, file=file):
        act()
    with reading(file) as recording:
        assert recording.failures == 0
        assert list(recording.objects.values()) == [f"{MODULE}:Hostile"]


def test_the_program_sees_nothing_of_it(tmp_path: Path) -> None:
    """Neither in its local names, nor in warnings, tracebacks, caches, lifetimes or the depth of recursion."""
    with record(MODULE, file=tmp_path / "run.trace"):
        assert ways.names_here(1, 2) == ["a", "b"]
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            ways.warn_of_it()
        assert caught[0].filename == __file__
        assert ways.doubled(2) == 4
        try:
            ways.refuse(ways.Point(7))
        except KeyError as error:
            frames = traceback.extract_tb(error.__traceback__)
        assert [(frame.name, frame.line) for frame in frames[1:]] == [("refuse", "raise KeyError(point.x)")]
        point = ways.Point(1)
        gone = weakref.ref(point)
        point.move(1)
        del point
        assert gone() is None
        assert ways.deep(sys.getrecursionlimit() // 2) == sys.getrecursionlimit() // 2
    gc.collect()


def test_after_the_end_functions_are_what_they_were(tmp_path: Path) -> None:
    """Their code is put back."""
    before = ways.deep.__code__
    with record(MODULE, file=tmp_path / "run.trace"):
        assert ways.deep.__code__ is not before
    assert ways.deep.__code__ is before


def test_whole_objects_are_sampled(tmp_path: Path) -> None:
    """Of many only some, and of those every call."""

    def act() -> None:
        for number in range(500):
            ways.Point(number).move(1).move(2)

    run = recorded(tmp_path, act, MODULE)

    points = run.of("Point")
    assert FIRST <= len(points) < 150
    assert {len([line for line in run.raw[point] if "Point.move @ 0" in line]) for point in points} == {2}


def test_ever_fewer_are_kept() -> None:
    """All of the first; and few once there is plenty."""
    assert all(is_kept(number, 0) for number in range(1, FIRST + 1))
    assert sum(is_kept(number, 0) for number in range(1, 1_000_000)) < 1_000
    assert sum(is_kept(number, PLENTY) for number in range(1, 1_000_000)) == FEW


def test_non_mutators_are_learned_by_argument(tmp_path: Path) -> None:
    """Moving changes a point, and asking where it is does not; who says so may name more."""

    async def ask(point: ways.Point) -> int:
        return await ways.place(point)

    def act() -> None:
        point = ways.Point(1)
        point.move(1)
        asyncio.run(ask(point))

    run = recorded(tmp_path, act, MODULE)

    assert run.filtered[run.of("Point")[0]] == ["Point.__init__ @ 0", "Point.move @ 0", "  Point.x @ 0"]


def test_calls_are_numbered_as_they_began(tmp_path: Path) -> None:
    """Also those around that are recorded only since something inside is worth it."""

    def act() -> None:
        for _ in range(FIRST * 8):
            ways.passed_on(1)
            ways.nested(lambda: ways.passed_on(ways.Point(1)))

    run = recorded(tmp_path, act, MODULE)

    parents = [(call.parent, call.id) for call in run.calls if call.parent is not None]
    assert parents
    assert all(parent < number for parent, number in parents)
    around = {call.id for call in run.calls if call.function.path == "nested"}
    made = [call for call in run.calls if call.born]
    assert {call.parent for call in made} <= around
