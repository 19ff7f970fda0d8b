"""Importing the modules of a target with branch probes, and knowing which probes were reached."""

from __future__ import annotations

import sys
import threading
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from itertools import chain, count, islice
from types import CodeType, ModuleType
from typing import Any, TypeVar

from caddis.execute.cache import Cache
from caddis.execute.conditions import Sides
from caddis.execute.probes import LOOK, NEW, RUN, SEE, TELL, Instrumented, instrument
from caddis.execute.seeing import Seen
from caddis.model.code import Lines
from caddis.model.types import Compared

Namespace = dict[str, Any]
T = TypeVar("T")
BOTH = 2
"""How many outcomes a comparison has."""
MOST_REARMED = 1_000
"""How often a probe is armed again."""
See = Callable[..., Any]
"""Is shown what a comparison compares, after the number of the look at it, and gives the first of that back."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """An instrumented module whose probes are numbered from `first` among those of all modules."""

    name: str
    source: bytes
    made: Instrumented
    first: int

    @property
    def code(self) -> CodeType:
        """What is run."""
        return self.made.code

    @property
    def lines(self) -> Iterator[tuple[int, int]]:
        """The line of each probe, and its number."""
        return zip(self.made.notes.lines, count(self.first), strict=False)


def everything(_module: str, _file: str) -> bool:
    """Have all modules count."""
    return True


class Coverage:
    """The probes of all instrumented modules: numbers them, owns their flags, knows which were reached.

    `fresh` is raised by every first visit to a probe; whoever asks "anything new?" compares or resets it.
    """

    def __init__(self, cache: Cache | None = None) -> None:
        """What is in the `cache` need not be instrumented again."""
        self._cache = cache
        self.fresh = 0
        self._reached: dict[int, None] = {}
        self.revisited: dict[int, None] = {}
        """What was reached before, was armed again, and has been reached since: for whoever armed it to take."""
        self._rearmed: Counter[int] = Counter()
        self._numbered: list[Numbered] = []
        """All modules, also those that others have replaced, in the order of their numbers."""
        self._firsts: list[int] = []
        self._probes = 0
        self._within: Callable[[str, str], bool] = everything
        self._seen = Seen()
        self._armed: dict[int, Namespace] = {}
        """The namespaces that modules run in, by their first numbers."""
        self._resting: dict[tuple[int, int], None] = {}
        """The looks that nobody takes for now: their modules, by first numbers, and their numbers there."""
        self._outcomes: dict[tuple[int, int], set[bool]] = {}
        """What looks outside of tests have seen comparisons come to."""
        self._modules: dict[tuple[str, str], Numbered] = {}
        self._files: set[str] = set()
        self._of_files: dict[str, list[tuple[int, int]]] = {}
        self._numbering = threading.RLock()

    def covered(self) -> list[int]:
        """The numbers of the probes reached, in the order of their first visits."""
        return list(self._reached)

    def latest(self, count: int) -> tuple[int, ...]:
        """The last so many of them."""
        return tuple(islice(reversed(self._reached), count)) if count else ()

    def taken(self) -> tuple[Compared, ...]:
        """What was compared since this was last asked, where an outcome is still to be seen."""
        if self._resting:
            for first, number in list(self._resting):
                self._armed[first][f"{LOOK}{number}"] = True
            self._resting.clear()
        return self._seen.taken()

    def absorb(self, numbers: Iterable[int]) -> None:
        """Take probes as reached that another process has reached."""
        for number in numbers:
            if number not in self._reached:
                self.fresh += 1
                self._reached[number] = None

    def arm_again(self, numbers: Collection[int]) -> None:
        """Have it told, too, when probes are reached the next time; modules are run once for all.

        Nothing will come any more of what was armed very often.
        """
        self._rearmed.update(numbers)
        self._set([number for number in numbers if self._rearmed[number] <= MOST_REARMED], True)

    def _set(self, numbers: Iterable[int], flag: bool) -> None:
        for module, inside in map(self._at, numbers):
            if inside != RUN and module.first in self._armed:
                self._armed[module.first][module.made.probes[inside]] = flag

    def reaches_again(self, numbers: Collection[int], run: Callable[[], object]) -> bool:
        """Whether to run something reaches some probes again, all but those of modules."""
        others, self.revisited = self.revisited, {}
        self._set(numbers, True)
        run()
        self._set(numbers, False)
        seen, self.revisited = self.revisited, others
        self._set(seen.keys() - numbers, True)
        return all(number in seen or self._at(number)[1] == RUN for number in numbers)

    def count(self, within: Callable[[str, str], bool]) -> None:
        """Count branches and lines only in the modules, shown by name and file, that are asked for."""
        self._within = within

    def places(self, numbers: Iterable[int]) -> list[tuple[str, int]]:
        """Where probes are, each by its module and its number there: in another process they have other numbers."""
        return [(module.name, inside) for module, inside in map(self._at, numbers)]

    def named(self, numbers: Iterable[int]) -> list[tuple[str, int]]:
        """Those of the probes that coverage.py counts, each by its module and its number there.

        With the first of a module, which is reached by running it, go those that need not be reached.
        """
        names = {name for name, _ in self._told()}
        return [
            (module.name, one)
            for module, inside in map(self._at, numbers)
            if module.name in names
            for one in ({inside} & module.made.notes.counted if inside != RUN else module.made.notes.waived)
        ]

    def run_by(self, numbers: Iterable[int]) -> list[tuple[str, int]]:
        """The lines that probes show to be run, of those that coverage.py counts, each with its module."""
        names = {name for name, _ in self._told()}
        return [
            (module.name, line)
            for module, inside in map(self._at, numbers)
            if module.name in names
            for line in module.made.notes.shows.get(inside, ())
        ]

    def counted_lines(self, places: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
        """The lines that coverage.py counts among those run, shown by their files, each with its module.

        A statement may go on for several lines: it counts as run with any of them.
        """
        run: dict[str, set[int]] = {}
        for file, line in places:
            run.setdefault(file, set()).add(line)
        found: list[tuple[str, int]] = []
        for (name, file), module in self._told().items():
            if file in run:
                starts = sorted(set(chain.from_iterable(module.made.notes.shows.values())))
                firsts = {bisect_right(starts, line) - 1 for line in run[file]} - {-1}
                found += [(name, starts[first]) for first in sorted(firsts)]
        return found

    @property
    def lines(self) -> int:
        """How many lines coverage.py counts."""
        return sum(module.made.notes.statements for module in self._told().values())

    @property
    def total(self) -> int:
        """How many probes coverage.py counts."""
        return sum(len(module.made.notes.counted) for module in self._told().values())

    def counts(self) -> tuple[int, int]:
        """How many branches were reached, and how many there are, as coverage.py counts them."""
        return len({*self.named(self._reached)}), self.total

    def _told(self) -> dict[tuple[str, str], Numbered]:
        """The modules whose branches and lines are counted."""
        return {place: module for place, module in list(self._modules.items()) if self._within(*place)}

    def unreached(self, lines: Lines) -> list[int]:
        """The numbers of the probes at some lines that were not reached yet."""
        if lines.file not in self._of_files:
            modules = [module for (_, file), module in self._modules.items() if file == lines.file]
            self._of_files[lines.file] = sorted(place for module in modules for place in module.lines)
        places = self._of_files[lines.file]
        first, end = bisect_left(places, (lines.first, 0)), bisect_left(places, (lines.last + 1, 0))
        return [number for _, number in places[first:end] if number not in self._reached]

    def location(self, number: int) -> tuple[str, int]:
        """The module and the line a probe stands at."""
        module, inside = self._at(number)
        return module.name, module.made.notes.lines[inside]

    def _at(self, number: int) -> tuple[Numbered, int]:
        """The module that a probe belongs to, and its number there."""
        module = self._numbered[bisect_right(self._firsts, number) - 1]
        return module, number - module.first

    @property
    def files(self) -> list[str]:
        """Those of the modules that were instrumented."""
        return [file for _, file in self._modules]

    def has(self, file: str) -> bool:
        """Whether it is one of them."""
        return file in self._files

    def instrumented(self, module: str, source: bytes, filename: str) -> Numbered:
        """The module with probes; the same source imported again keeps its numbers."""
        with self._numbering:
            known = self._modules.get((module, filename))
            if known is not None and known.source == source:
                return known
            made = None if self._cache is None else self._cache.find(source, filename)
            numbered = Numbered(module, source, made or instrument(source, filename), self._probes)
            # whoever asks of a number looks for its module: to spell out what each means takes longer than the import
            self._numbered.append(numbered)
            self._firsts.append(numbered.first)
            self._probes += len(numbered.made.probes)
            self._modules[module, filename] = numbered
            self._files.add(filename)
            self._of_files.pop(filename, None)
            return numbered

    def arm(self, module: Numbered, namespace: Namespace) -> None:
        """Set the flags of the probes in the namespace the module will run in."""
        first, made = module.first, module.made
        # whoever arms it has it run next
        self._reached[first + RUN] = None
        # one that others have reached is told of once more
        namespace.update(dict.fromkeys(made.probes + made.looks, True))
        if first in self._armed:
            # run before, and perhaps to be run again and again
            self._disarm(module, namespace)
        namespace[NEW] = self._first_visit(module, namespace)
        namespace[SEE] = self._look(module, namespace)
        namespace[TELL] = self._outcome(first, namespace)
        self._armed[first] = namespace

    def _disarm(self, module: Numbered, namespace: Namespace) -> None:
        """Clear the flags of what was seen."""
        first, made = module.first, module.made
        for number, flag in enumerate(made.probes, first):
            if number in self._reached:
                namespace[flag] = False
        for number, sides in enumerate(made.compared):
            if self._is_seen(first, number, sides):
                namespace[made.looks[number]] = False

    def _first_visit(self, module: Numbered, namespace: Namespace) -> Callable[[int], None]:
        reached, first, flags = self._reached, module.first, module.made.probes

        def first_visit(number: int) -> None:
            # an exception raised by a timer may end this at any point: then the next visit does the rest
            place = first + number
            if place in reached:
                self.revisited[place] = None
            else:
                self.fresh += 1
                reached[place] = None
            namespace[flags[number]] = False

        return first_visit

    def _is_seen(self, first: int, number: int, sides: Sides | None) -> bool:
        """Whether a comparison was seen to be true and to be false."""
        if sides is None:
            return len(self._outcomes.get((first, number), ())) == BOTH
        return first + sides[0] in self._reached and first + sides[1] in self._reached

    def _look(self, module: Numbered, namespace: Namespace) -> See:
        first, compared, looks = module.first, module.made.compared, module.made.looks

        def see(number: int, value: Any, *others: object) -> Any:
            if self._is_seen(first, number, compared[number]):
                namespace[looks[number]] = False
            elif self._seen.note((first, number), value, *others):
                self._rest(first, number, namespace)
            return value

        return see

    def _outcome(self, first: int, namespace: Namespace) -> Callable[[int, T], T]:
        def tell(number: int, outcome: T) -> T:
            if outcome is True or outcome is False:
                self._outcomes.setdefault((first, number), set()).add(outcome)
            else:
                # whether it is true is not ours to ask
                self._rest(first, number, namespace)
            return outcome

        return tell

    def _rest(self, first: int, number: int, namespace: Namespace) -> None:
        """Look at a comparison no more until what was seen is taken."""
        self._resting[first, number] = None
        namespace[f"{LOOK}{number}"] = False


class InstrumentingLoader(SourceFileLoader):
    """Loads a module with probes; whoever asks for its code without importing it gets the plain code."""

    def __init__(
        self, fullname: str, path: str, coverage: Coverage, plain: list[tuple[str, str]], target: ModuleType | None
    ) -> None:
        super().__init__(fullname, path)
        self._coverage = coverage
        self._plain = plain
        self._namespace = None if target is None else vars(target)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """An ordinary empty module, remembered because its code is asked for next."""
        module = ModuleType(spec.name)
        self._namespace = vars(module)
        return module

    def get_code(self, fullname: str) -> CodeType | None:
        """The code with probes for the import under way, armed; no bytecode file is read or written for it."""
        # not exec_module: a frame of ours there would show in tracebacks, and in warnings with a stack level
        namespace, self._namespace = self._namespace, None
        if namespace is None:
            return super().get_code(fullname)
        path = self.get_filename(fullname)
        source = self.get_data(path)
        try:
            module = self._coverage.instrumented(fullname, source, path)
        except Exception as failure:  # noqa: BLE001 - whatever it is, the module must still run
            reason = f"{type(failure).__name__}: {failure}"
        else:
            self._coverage.arm(module, namespace)
            return module.code
        # outside the handler: an error in the source itself is raised by this line, and has no other behind it
        code: CodeType = self.source_to_code(source, path)
        self._plain.append((fullname, reason))
        return code


class InstrumentingFinder(MetaPathFinder):
    """Has the modules under some package names loaded with probes, wherever the other finders find them.

    `plain` names the modules that could not be instrumented, each with the reason.
    """

    def __init__(self, packages: frozenset[str], coverage: Coverage) -> None:
        self.packages = packages
        self.coverage = coverage
        self.plain: list[tuple[str, str]] = []

    def install(self) -> None:
        """Be asked first for every module imported from now on."""
        sys.meta_path.insert(0, self)

    def uninstall(self) -> None:
        """Be asked no longer; modules already imported keep their probes."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def matches(self, name: str) -> bool:
        """Whether a module is one of the packages or lies inside one."""
        return any(name == package or name.startswith(f"{package}.") for package in self.packages)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """What the finders behind this one find, with a loader of ours where theirs is the ordinary one for source."""
        if not self.matches(fullname):
            return None
        spec = self._find_behind(fullname, path, target)
        # a subclass may well change the source itself: such modules run as it wishes
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = InstrumentingLoader(fullname, spec.loader.path, self.coverage, self.plain, target)
        return spec

    def _find_behind(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None) -> ModuleSpec | None:
        finders = list(sys.meta_path)
        start = finders.index(self) + 1 if self in finders else 0
        for finder in finders[start:]:
            find = getattr(finder, "find_spec", None)
            spec: ModuleSpec | None = find(fullname, path, target) if find is not None else None
            if spec is not None:
                return spec
        return None
