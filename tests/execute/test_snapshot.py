"""A snapshot notices every change of state, undoes it, and runs no code of the target to do so."""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType

import pytest

from caddis.execute.importing import Coverage, InstrumentingFinder
from caddis.execute.reimport import Reimport, forget
from caddis.execute.snapshot import Snapshot

STATE = "subjects.state_"


def owned(name: str) -> bool:
    """The subjects here are one target."""
    return name.startswith(STATE)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Every test imports its subjects anew, and leaves none behind."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    forget([name for name in sys.modules if owned(name)])


def subject(name: str) -> ModuleType:
    """A subject, freshly imported."""
    return importlib.import_module(STATE + name)


def names(snapshot: Snapshot) -> list[str]:
    """What has changed."""
    return [place.name for place in snapshot.changed()]


def outcome(call: Callable[[], object]) -> str:
    """What a call comes to, in words."""
    try:
        return repr(call())
    except Exception as error:  # noqa: BLE001 - whatever the subject raises is its outcome
        return f"{type(error).__name__}: {error}"


CALLS: dict[str, list[tuple[str, tuple[object, ...]]]] = {
    "counter": [("count", ()), ("count_and_undo", ()), ("forget", ()), ("invent", ())],
    "registry": [("define", ("Oval",)), ("define", ("Line",)), ("replace", ()), ("kinds", ())],
    "memo": [
        ("numbered", ("a",)),
        ("numbered", ("b",)),
        ("scribble", ()),
        ("measured", ("a",)),
        ("measured", ("b",)),
        ("show_numbers", ()),
    ],
    "class": [(name, ()) for name in ("made", "added", "shadow", "lose", "change_method", "turn")],
    "function": [
        ("collect", (1,)),
        ("tally", ("a",)),
        *((name, ()) for name in ("visit", "mark", "other_defaults", "answer", "other_answer", "other_keywords")),
    ],
    "patches": [
        (name, ())
        for name in ("patch_neighbour", "patch_json", "patch_time", "patch_class", "add_to_json", "remove_from_json")
    ],
    "lazy": [(name, ()) for name in ("needed", "circle", "needed")],
}
"""For each kind of state, calls that change it and tell of it."""


def run(module: str, call: tuple[str, tuple[object, ...]]) -> str:
    """The outcome of a call, found by name as it is then."""
    name, arguments = call
    return outcome(lambda: getattr(sys.modules[STATE + module], name)(*arguments))


def cleaning_by_snapshot() -> Callable[[], None]:
    """Look for changes and undo them."""
    snapshot = Snapshot(owned)

    def clean() -> None:
        assert snapshot.put_back(snapshot.changed()) == []

    return clean


def cleaning_by_reimport() -> Callable[[], None]:
    """Import all modules anew, and undo what was done to others."""
    around = Snapshot(owned, inside=False)
    reimport = Reimport(owned, frozenset())

    def clean() -> None:
        reimport.renew()
        assert around.put_back(around.changed()) == []

    return clean


@pytest.mark.parametrize("cleaning", [cleaning_by_snapshot, cleaning_by_reimport], ids=["snapshot", "reimport"])
@pytest.mark.parametrize("module", CALLS)
def test_the_order_of_calls_does_not_matter(module: str, cleaning: Callable[[], Callable[[], None]]) -> None:
    """In a hundred orders, each call has one outcome."""
    subject(module)
    clean = cleaning()
    outcomes: dict[tuple[str, tuple[object, ...]], set[str]] = {call: set() for call in CALLS[module]}
    for seed in range(100):
        for call in random.Random(seed).sample(CALLS[module], len(CALLS[module])):
            outcomes[call].add(run(module, call))
            clean()

    assert dict.fromkeys(CALLS[module], 1) == {call: len(found) for call, found in outcomes.items()}


@pytest.mark.parametrize("module", [module for module in CALLS if module != "lazy"])
def test_without_cleaning_the_order_matters(module: str) -> None:
    """Or the test above would show nothing."""
    subject(module)
    around = Snapshot(lambda _: False)
    watched = Snapshot(owned)
    outcomes: dict[tuple[str, tuple[object, ...]], set[str]] = {call: set() for call in CALLS[module]}
    for seed in range(5):
        for call in random.Random(seed).sample(CALLS[module], len(CALLS[module])):
            outcomes[call].add(run(module, call))
    watched.put_back(watched.changed())

    assert any(len(found) > 1 for found in outcomes.values())
    assert around.changed() == []


OBJECTS = [
    "change_list", "replace_in_list", "change_dict", "rename_in_dict", "reorder_dict", "change_set", "change_queue",
    "change_bytes", "change_order", "change_groups", "change_counter", "change_space", "change_words",
    "change_ledger", "change_point", "change_tree", "change_class_of_object", "change_chain", "change_read_only",
    "change_local", "change_variable", "change_generator", "change_failure", "change_partial",
    "change_behind_method", "change_weak_keys", "change_weak_values", "change_weak_set", "change_in_frozen",
    "change_in_tuple", "change_shown", "change_descriptor",
]  # fmt: skip


@pytest.mark.parametrize("change", OBJECTS)
def test_what_an_object_holds_is_put_back(change: str) -> None:
    """A change is noticed, undone, and then never was."""
    module = subject("objects")
    snapshot = Snapshot(owned)
    assert names(snapshot) == []
    first = outcome(getattr(module, change))
    changed = snapshot.changed()

    assert changed
    assert all(place.name.startswith(STATE) for place in changed)
    assert snapshot.put_back(changed) == []
    assert names(snapshot) == []
    assert first == outcome(getattr(module, change))
    assert snapshot.put_back(snapshot.changed()) == []


def test_what_is_new_for_a_thread_is_no_cache() -> None:
    """A name that comes with a value changes what others see; one that comes with none may not."""
    module = subject("objects")
    snapshot = Snapshot(owned)
    lost = []
    for value in (None, "other"):
        module.LOCAL.chosen = value
        [place] = snapshot.changed()
        lost.append(place.has_lost())
        assert snapshot.put_back([place]) == []

    assert lost == [False, True]


def test_objects_keep_their_identity() -> None:
    """What others refer to is changed back, not replaced."""
    module = subject("objects")
    snapshot = Snapshot(owned)
    before = {name: value for name, value in vars(module).items() if name.isupper()}
    for change in OBJECTS:
        getattr(module, change)()
    snapshot.put_back(snapshot.changed())

    assert [name for name, value in before.items() if getattr(module, name) is not value] == []


def test_places_have_names_a_reader_understands() -> None:
    """The module, the class, the attribute, the key."""
    module, classes, functions = subject("objects"), subject("class"), subject("function")
    snapshot = Snapshot(owned)
    module.change_tree()
    classes.added()
    functions.collect(1)
    functions.visit()

    assert set(names(snapshot)) == {
        "subjects.state_objects.TREE.others[0]",
        "subjects.state_objects.TREE.others[0].others[0]['deep']",
        "subjects.state_class.Basket",
        "subjects.state_class.Basket.items",
        "subjects.state_function.collect.__defaults__",
        "subjects.state_function.visit",
    }


def test_names_of_a_module_keep_their_order() -> None:
    """Also when they were deleted and bound again."""
    module = subject("counter")
    snapshot = Snapshot(owned)
    before = list(vars(module))
    module.forget()
    module.history = []
    module.invent()

    assert names(snapshot) == ["subjects.state_counter"]
    assert snapshot.put_back(snapshot.changed()) == []
    assert before == list(vars(module))


def test_what_was_undone_by_the_target_itself_is_no_change() -> None:
    """Numbers and texts are the same when they are equal."""
    module = subject("counter")
    module.total = 10_000
    snapshot = Snapshot(owned)
    module.count_and_undo()

    assert names(snapshot) == []


def test_equal_is_not_the_same() -> None:
    """Not for objects, not for zeros of two signs."""
    module = subject("counter")
    module.total, module.history = 0.0, [[], []]
    snapshot = Snapshot(owned)
    module.total = -0.0
    assert names(snapshot) == ["subjects.state_counter"]
    snapshot.put_back(snapshot.changed())
    module.history[0] = []

    assert names(snapshot) == ["subjects.state_counter.history"]


def test_what_moves_from_one_list_to_the_next_is_noticed() -> None:
    """Though both together hold the same."""
    module = subject("counter")
    module.first, module.second = [1, 2], []
    snapshot = Snapshot(owned)
    module.second.append(module.first.pop())

    assert names(snapshot) == ["subjects.state_counter.first", "subjects.state_counter.second"]


def test_every_one_of_many_changes_is_found() -> None:
    """Whether lists grow, shrink, or hold something else."""
    rng = random.Random(5)
    module = subject("counter")
    module.lists = [[rng.choice([None, 1, ()]) for _ in range(rng.randrange(4))] for _ in range(300)]
    snapshot = Snapshot(owned)
    for _ in range(100):
        touched = [number for number in range(300) if rng.random() < 0.05]
        for number in touched:
            before = module.lists[number]
            module.lists[number][:] = rng.choice([[*before, None], [2, *before], [3], [*before[1:], None, 1]])
        expected = {f"subjects.state_counter.lists[{number}]" for number in touched}

        assert expected == set(names(snapshot))
        assert snapshot.put_back(snapshot.changed()) == []
        assert names(snapshot) == []


def test_ordinary_use_is_no_change() -> None:
    """Copies, signatures, annotations, dispatch, weak references and warnings leave caches behind, not state."""
    module = subject("special")
    snapshot = Snapshot(owned)
    for _ in range(3):
        with contextlib.suppress(DeprecationWarning):
            module.use()
        gc.collect()

        assert names(snapshot) == []


def test_a_module_that_has_warned_is_looked_after_as_before() -> None:
    """It keeps a list of its warnings among its names."""
    module = subject("counter")
    module.before, module.__warningregistry__, module.after = 1, {}, 2
    snapshot = Snapshot(owned)
    assert names(snapshot) == []
    module.__warningregistry__ = {"version": 2}
    assert names(snapshot) == []
    module.before, module.later = 3, 4
    del module.history

    assert names(snapshot) == ["subjects.state_counter"]
    assert snapshot.put_back(snapshot.changed()) == []
    assert (module.before, module.history, module.__warningregistry__) == (1, [], {"version": 2})
    assert not hasattr(module, "later")


def test_a_look_runs_no_code_of_the_target() -> None:
    """Not when all is as it was, and not when everything has changed."""
    module, looks = subject("hostile"), subject("looks")
    snapshot = Snapshot(lambda name: name == STATE + "hostile")
    looks.WATCHING.append(True)
    clean = names(snapshot)
    looks.WATCHING.clear()
    module.soil()
    looks.WATCHING.append(True)
    dirty = snapshot.changed()
    changed = [place.name for place in dirty]
    looks.WATCHING.clear()

    assert looks.LOOKS == []
    assert clean == []
    assert len(changed) == 15
    assert snapshot.put_back(dirty) == []
    assert names(snapshot) == []


def test_only_the_places_asked_for_are_looked_at() -> None:
    """A quick check of what is known to change."""
    module, classes = subject("counter"), subject("class")
    snapshot = Snapshot(owned)
    module.count()
    known = snapshot.changed()
    snapshot.put_back(known)
    classes.added()

    assert snapshot.changed(known) == []
    module.count()
    assert {place.name for place in known} == {place.name for place in snapshot.changed(known)}


def test_places_can_be_ignored() -> None:
    """By their names."""
    module = subject("counter")
    snapshot = Snapshot(owned, ignore=lambda name: name.endswith(".history"))
    module.count()

    assert names(snapshot) == ["subjects.state_counter"]


def test_probes_are_not_state() -> None:
    """What they note stays noted, though all around them is put back."""
    coverage = Coverage()
    finder = InstrumentingFinder(frozenset({"subjects"}), coverage)
    finder.install()
    try:
        module = subject("counter")
    finally:
        finder.uninstall()
    snapshot = Snapshot(owned)
    assert module.invent() == "False"
    reached = coverage.covered()
    module.forget()
    assert snapshot.put_back(snapshot.changed()) == []
    coverage.fresh = 0

    assert module.invent() == "False"
    assert coverage.fresh == 0
    assert set(reached) < set(coverage.covered())


def test_destructors_that_change_state_are_undone_too() -> None:
    """What is put back may let go of objects that change more while they die."""
    module = subject("counter")

    class Dying:
        def __del__(self) -> None:
            module.total += 1

    snapshot = Snapshot(owned)
    module.history.append(Dying())
    module.total = 5

    assert snapshot.put_back(snapshot.changed()) == []
    assert module.total == 0


def test_a_weak_value_that_died_is_not_missed() -> None:
    """It cannot come back."""
    module = subject("objects")
    module.SHORT = [module.Node("short", [])]
    module.WEAK_VALUES["short"] = module.SHORT[0]
    snapshot = Snapshot(owned)
    # the snapshot holds what a list holds, so only a value that nothing holds can die
    module.WEAK_SET.add(dying := module.Node("dying", []))
    again = Snapshot(owned)
    del dying
    gc.collect()

    assert names(again) == []
    del module.WEAK_VALUES["short"]
    assert snapshot.put_back(snapshot.changed()) == []
    assert "short" in module.WEAK_VALUES


def test_what_cannot_be_put_back_is_told_once() -> None:
    """And then taken as it is."""
    module = subject("objects")
    module.UNSET = importlib.import_module("contextvars").ContextVar("UNSET")
    snapshot = Snapshot(owned)
    module.UNSET.set(1)

    assert [place.name for place in snapshot.put_back(snapshot.changed())] == ["subjects.state_objects.UNSET"]
    assert names(snapshot) == []


def test_large_tables_are_compared_by_size() -> None:
    """And the snapshot says that it is not complete."""
    module = subject("large")
    snapshot = Snapshot(owned)
    module.grow()

    assert snapshot.truncated
    assert snapshot.put_back(snapshot.changed()) == []
    assert len(module.TABLE) == 6_000
    assert not Snapshot(lambda name: name == STATE + "counter").truncated


def test_modules_imported_late_join_the_snapshot() -> None:
    """Imported again in clean state, with all that importing them does."""
    module = subject("lazy")
    snapshot = Snapshot(owned)
    assert module.needed() == 1
    assert "import of subjects.state_lazy_part" in names(snapshot)

    assert snapshot.put_back(snapshot.changed()) == []
    assert snapshot.joined == ["subjects.state_lazy_part"]
    assert names(snapshot) == []
    assert module.LOADED == ["subjects.state_lazy_part"]
    assert module.needed() == 1
    assert names(snapshot) == ["subjects.state_lazy_part.uses"]
    assert snapshot.put_back(snapshot.changed()) == []
    assert module.needed() == 1


def test_places_of_before_are_none_after_a_module_has_joined() -> None:
    """Or they would put back what was before it."""
    module = subject("lazy")
    snapshot = Snapshot(owned)
    module.needed()
    before = snapshot.changed()
    snapshot.put_back(before)

    assert snapshot.changed(before) == []
    assert snapshot.put_back(before) == []
    assert module.LOADED == ["subjects.state_lazy_part"]


def test_modules_that_import_each_other_join_too() -> None:
    """In the order in which they were imported."""
    module = subject("lazy")
    snapshot = Snapshot(owned)
    assert module.circle() == "1 1 of the first"
    snapshot.put_back(snapshot.changed())

    assert snapshot.joined == [f"subjects.state_circle{name}" for name in ("", ".first", ".second")]
    assert module.circle() == "1 1 of the first"
    assert sys.modules["subjects.state_circle.second"].first is sys.modules["subjects.state_circle.first"]
    snapshot.put_back(snapshot.changed())
    assert module.circle() == "1 1 of the first"


def test_a_module_that_cannot_be_imported_twice_is_taken_as_it_is() -> None:
    """Nothing else breaks."""
    module = subject("lazy")
    snapshot = Snapshot(owned)
    try:
        assert module.needed_once() == 1
        late = sys.modules["subjects.state_lazy_once"]
        assert snapshot.put_back(snapshot.changed()) == []
        assert sys.modules["subjects.state_lazy_once"] is late
        assert names(snapshot) == []
        assert module.needed_once() == 2
        assert snapshot.put_back(snapshot.changed()) == []
        assert module.needed_once() == 2
    finally:
        del sys.modules["state_lazy_once_was_here"]


IMPORTS = "asyncio builtins decimal fractions gc locale logging os random signal socket sys threading time warnings"

CHILD = """
import importlib, json, os, sys
open_file = os.open(os.devnull, os.O_RDONLY)
os.environ.update(CADDIS_TO_LOSE="here", CADDIS_DESCRIPTOR=str(open_file))
change, look, imports = sys.argv[1:]
importlib.import_module("logging").getLogger("state")
module = importlib.import_module("subjects.state_around")
from caddis.execute.snapshot import Snapshot

def looked():
    return repr(eval(look, dict(modules)))

modules = {name: importlib.import_module(name) for name in imports.split()}
snapshot = Snapshot(lambda name: name == "subjects.state_around")
report = dict(clean=[place.name for place in snapshot.changed()], before=looked())
assert not snapshot.changed(), [place.name for place in snapshot.changed()]
getattr(module, change)()
report["during"] = looked()
changed = snapshot.changed()
report["changed"] = [place.name for place in changed]
if change == "thread":
    module.FINISH.set()
report["left"] = [place.name for place in snapshot.put_back(changed)]
report["after"] = looked()
report["again"] = [place.name for place in snapshot.changed()]
sys.__stdout__.write(json.dumps(report) + chr(10))
sys.__stdout__.flush()
os._exit(0)
"""


@dataclass(frozen=True, slots=True)
class Report:
    """What a child saw before a change, with it, and after it was put back."""

    clean: list[str]
    before: str
    during: str
    changed: list[str]
    left: list[str]
    after: str
    again: list[str]


def in_child(change: str, look: str) -> Report:
    """Change what a process shares, in one of its own."""
    child = subprocess.run(
        [sys.executable, "-c", CHILD, change, look, IMPORTS],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    return Report(**json.loads(child.stdout.splitlines()[-1]))


LOGGER = "logging.getLogger({}).__dict__['{}']"

AROUND = {
    "environment": ("sorted(os.environ.items())", "os.environ"),
    "time_zone": ("(time.tzname, time.localtime(0).tm_hour)", "os.environ"),
    "directory": ("os.getcwd()", "working directory"),
    "lost_directory": ("os.readlink('/proc/self/cwd')", "working directory"),
    "mask": ("(lambda mask: (os.umask(mask), mask))(os.umask(0))", "umask"),
    "languages": ("locale.setlocale(locale.LC_ALL)", "locale"),
    "numbers": ("random.getstate()", "random"),
    "precision": ("decimal.getcontext()", "decimal context"),
    "warning_filters": ("warnings.filters, warnings.showwarning", "warnings.filters"),
    "forgotten_filters": ("warnings.filters, id(warnings.filters), warnings.showwarning", "warnings.filters"),
    "logging_levels": (
        "[(log.level, log.disabled, log.isEnabledFor(10)) for log in (logging.root, logging.getLogger('state'))],"
        "logging.getLevelName(42), logging.raiseExceptions",
        "logging.root.level",
    ),
    "logging_disabled": ("logging.root.isEnabledFor(40)", "logging.root.manager._disable"),
    "logging_handlers": (
        "[(log.handlers, log.filters) for log in (logging.root, logging.getLogger('state'))]",
        "logging.state.handlers",
    ),
    "new_logger": (
        "(lambda log: (log.level, log.handlers))(logging.getLogger('state.new'))",
        "logging, new loggers",
    ),
    "signals": (
        "[signal.getsignal(n) for n in (signal.SIGUSR1, signal.SIGINT)], signal.pthread_sigmask(signal.SIG_BLOCK, [])",
        "signal handlers",
    ),
    "limits": (
        "sys.getrecursionlimit(), sys.getswitchinterval(), sys.get_int_max_str_digits(), sys.dont_write_bytecode",
        "recursion limit, switch interval, limit of digits",
    ),
    "tracing": ("sys.getprofile(), threading._trace_hook", "threading._trace_hook"),
    "streams": ("sys.stdout, sys.argv, sys.path, sys.path_hooks, sys.excepthook", "sys.path"),
    "collecting": ("gc.isenabled(), gc.get_threshold()", "garbage collection, thresholds of garbage collection"),
    "timeout": ("socket.getdefaulttimeout()", "default timeout of sockets"),
    "loops": ("type(asyncio.get_event_loop_policy()).__name__", "asyncio event loop policy"),
    "thread": ("threading.active_count()", "threads"),
    "file": ("len(os.listdir('/dev/fd'))", "open files"),
    "removed_module": ("[sys.modules.get(name) is None for name in ('decimal', 'fractions')]", "sys.modules"),
    "builtin": ("[len([1, 2]), sorted, hasattr(builtins, 'invented')]", "builtins"),
}
"""For each change, an expression that tells of it, and the name of the place."""


@pytest.mark.parametrize("change", AROUND)
def test_what_a_process_shares_is_put_back(change: str) -> None:
    """A change is noticed, named, undone, and then never was."""
    look, name = AROUND[change]
    report = in_child(change, look)

    assert report.clean == []
    assert report.before != report.during
    assert name in report.changed
    assert report.left == []
    assert report.before == report.after
    assert report.again == []


def test_a_thread_that_does_not_end_is_told_once() -> None:
    """By its name; then it belongs to the process."""
    report = in_child("endless_thread", "threading.active_count()")

    assert "threads" in report.changed
    assert report.left == ["threads, still running: endless"]
    assert report.again == []


def test_a_file_that_was_closed_is_told_once() -> None:
    """It cannot be opened again."""
    report = in_child("closed_file", "len(os.listdir('/dev/fd'))")

    assert [name.partition(":")[0] for name in report.left] == ["open files, closed for good"]
    assert report.again == []
