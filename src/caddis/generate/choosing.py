"""Which values go into a parameter: several sources, weighed by how far each is trusted and how often it was accepted.

What nobody says of a parameter, calls teach: a source whose values are refused is drawn from less and less, and never
quite given up.
"""

from __future__ import annotations

from collections.abc import Iterable

from caddis.config import GenerateConfig, Part
from caddis.generate.draft import Choice, Draft
from caddis.generate.formats import dated, filled
from caddis.generate.learning import Giving, Lessons, Namesakes, Standing, Tally
from caddis.generate.makers import BRACKETS
from caddis.generate.matching import fits
from caddis.generate.patterns import matching
from caddis.generate.suggesting import Suggestions
from caddis.generate.supplies import Supplies
from caddis.generate.supply import Random, Supply
from caddis.generate.variants import relatives
from caddis.generate.worked import Worked
from caddis.model.api import Clue, Nearby, Pattern, Source
from caddis.model.component import Shape
from caddis.model.sequence import Literal
from caddis.model.types import (
    ANYTHING,
    Anything,
    Compared,
    Exactly,
    Function,
    Instance,
    OneOf,
    Record,
    Type,
    Within,
    admits_none,
    options_of,
)
from caddis.model.types import NONE as NOTHING

LEAST = 0.03
"""What is left of the weight of a source that is always refused."""
LIKED_SHARE = 0.6
"""How often a value of the pool is of a kind that was accepted before, where there are any."""
LIKED = 0.4
"""The share of calls that must have been accepted for a kind of value to be liked."""
SUGGESTED = 0.08
"""How often what the code has compared something with is passed, or an instance of what it has asked for."""
MUTATED = 0.06
"""How often a value that worked is passed with a small change, where any can be."""


class Option:
    """One source of values for a parameter."""

    __slots__ = ("supply", "tally", "trust", "weight")

    def __init__(self, supply: Supply, trust: float, lessons: Lessons, namesakes: Namesakes) -> None:
        self.supply = supply
        self.trust = trust
        self.tally = Tally(lessons, namesakes.standing(supply.known))
        self.weight = trust

    def pick(self, draft: Draft) -> Choice:
        """A value."""
        return draft.learning(self.tally, self.supply.pick(draft))

    def rated(self) -> float:
        """How the source has done."""
        return self.tally.rate


class PoolOption(Option):
    """What earlier calls made, of whatever kind: which kinds are accepted is learned one by one."""

    __slots__ = ("_liked", "_liking", "_namesakes", "_reuse", "_tallies")

    def __init__(
        self, supply: Supply, trust: float, lessons: Lessons, namesakes: Namesakes, liking: float = LIKED_SHARE
    ) -> None:
        super().__init__(supply, trust, lessons, namesakes)
        self._reuse = supply.shares.reuse
        self._liking = liking
        self._namesakes = namesakes
        self._tallies: dict[Shape, Tally] = {}
        self._liked: list[Shape] = []

    def pick(self, draft: Draft) -> Choice:
        """A value of a kind that was accepted before, or of any."""
        supply, random = self.supply, self.supply.random
        if draft.shapes and random() < self._reuse:
            position = int(random() * len(draft.shapes))
            shape = draft.shapes[position]
            if shape in supply.shapes:
                return draft.learning(self._tally(shape), position)
        if not supply.shelves:
            return None
        if self._liked and random() < self._liking:
            shape = self._liked[int(random() * len(self._liked))]
            shelf = self._namesakes.shelves[shape]
        else:
            shelf = supply.shelves[int(random() * len(supply.shelves))]
            shape = shelf.shape
            self._namesakes.shelves[shape] = shelf
        return draft.learning(self._tally(shape), supply.from_shelf(draft, shelf))

    def rated(self) -> float:
        """How the best kinds have done, since those are drawn from."""
        rates = {shape: self._tally(shape).rate for shape in self._namesakes.shelves}
        self._liked = [shape for shape, rate in rates.items() if rate >= LIKED]
        return max(rates.values(), default=0.5)

    def _tally(self, shape: Shape) -> Tally:
        tally = self._tallies.get(shape)
        if tally is None:
            tally = self._tallies[shape] = Tally(self.tally.lessons, self._namesakes.standing(shape))
        return tally


class Chooser:
    """Draws the values of one parameter from its sources; to a plan it looks like a supply."""

    __slots__ = (
        "_lessons",
        "_only",
        "_options",
        "_random",
        "_suggested",
        "_suggestions",
        "_total",
        "_worked",
        "worked",
    )

    def __init__(
        self, suggestions: Suggestions, options: list[Option], lessons: Lessons, random: Random, worked: Worked | None
    ) -> None:
        self._suggestions = suggestions
        self._suggested = suggestions.every
        self._options = options
        self._lessons = lessons
        self._random = random
        self.worked = worked
        """What worked, where a small change to it is no break of what is known."""
        self._worked = worked.known if worked is not None else frozenset()
        # one source has no others to be weighed against
        self._only = options[0].supply if len(options) == 1 else None
        self._total = sum(option.weight for option in options)

    @property
    def supplies(self) -> list[Supply]:
        """Those of all sources."""
        return [option.supply for option in self._options]

    def pick(self, draft: Draft) -> Choice:
        """A value, perhaps added to the draft."""
        if self._suggested and self._random() < SUGGESTED:
            choice = self._suggestions.pick(draft, self._random)
            if choice is not None:
                return choice
        if self._worked and self._random() < MUTATED and self.worked is not None:
            return self.worked.mutant(draft)
        if self._only is not None:
            return self._only.pick(draft)
        if self._lessons.fresh:
            self._weigh()
        chance = self._random() * self._total
        for option in self._options:
            chance -= option.weight
            if chance < 0:
                break
        if option.supply.empty:
            option = next((other for other in self._options if not other.supply.empty), option)
        return option.pick(draft)

    def suggest(self, compared: Iterable[Compared]) -> None:
        """Pass these, or instances of these, now and then."""
        self._suggestions.add(compared)

    def like(self, literal: Literal) -> list[Literal]:
        """The literals that one was chosen from."""
        for option in self._options:
            alike = option.supply.like(literal)
            if len(alike) > 1:
                return alike
        return [literal]

    def _weigh(self) -> None:
        self._lessons.fresh = False
        for option in self._options:
            option.weight = option.trust * max(LEAST, option.rated() ** 2)
        self._total = sum(option.weight for option in self._options)


TRUST = {
    Source.ANNOTATION: 6.0,
    Source.STUB: 6.0,
    Source.OVERLOADS: 6.0,
    Source.SHARED: 6.0,
    Source.INHERITED: 6.0,
    Source.DOCSTRING: 5.0,
    Source.EXAMPLE: 4.0,
    Source.RECORDED: 6.0,
    Source.DEFAULT: 4.0,
    Source.USE: 4.0,
    Source.NAME: 2.0,
}
"""How often each source is drawn from, against the others, before anything was learned."""
HEARD: dict[Part, tuple[Source, ...]] = {
    "docstrings": (Source.DOCSTRING, Source.EXAMPLE),
    "defaults": (Source.DEFAULT,),
    "bodies": (Source.USE,),
    "names": (Source.NAME,),
    "recorded": (Source.RECORDED,),
}
"""What can be done without, beside what is stated."""
STRONG = frozenset({Source.ANNOTATION, Source.STUB, Source.OVERLOADS, Source.SHARED, Source.INHERITED})
NEAREST, NEAREST_TRUST, FARTHER_TRUST = 12, 1.5, 0.5
"""How many atoms in the code count as near, and the trust in those and in others."""
PATTERN_TRUST, MOST_PATTERNS, MATCHING_EACH = 1.5, 6, 4
"""The trust in texts made for regular expressions and formats in the code, how many of these, and texts for each."""
GUESS_TRUST = 3.0
"""That of all guesses together, where nothing is known; a third of it where something is."""
POOL_SHARE = 0.3
"""How much of that goes to what earlier calls made."""
GUESSES: tuple[Type, ...] = (
    Instance(int),
    Instance(str),
    Instance(float),
    Instance(bool),
    Instance(bytes),
    Instance(list, (Instance(int),)),
    Instance(list, (Instance(str),)),
    Instance(tuple, (Instance(int), Instance(int))),
    Instance(dict, (Instance(str), Instance(int))),
    Instance(set, (Instance(int),)),
    Function(ANYTHING),
)
NONE_TRUST = 0.2
_CHANGED_A_LITTLE = frozenset({int, float, complex, str, bytes, *BRACKETS})


class Choices:
    """Makes the choosers of parameters."""

    def __init__(self, supplies: Supplies, random: Random, config: GenerateConfig, *, guided: bool) -> None:
        self._supplies = supplies
        self._random = random
        self._config = config
        self._guided = guided
        self._unheard = {source for part, sources in HEARD.items() if not config.uses(part) for source in sources}
        self._matching: dict[Pattern, list[str]] = {}
        self._namesakes: dict[str, Namesakes] = {}

    def giving(self, name: str, calls: Standing) -> Giving:
        """What decides how often an optional parameter is given to an operation, of which these are the calls."""
        return Giving(calls, self._known_of(name).given)

    def _known_of(self, name: str) -> Namesakes:
        """What the parameters of a name have learned, unless each learns for itself."""
        return self._namesakes.setdefault(name, Namesakes()) if self._config.uses("namesakes") else Namesakes()

    def of(self, name: str, known: Type, clues: tuple[Clue, ...], nearby: Nearby) -> Supply | Chooser:
        """What draws the values of a parameter of which this is known."""
        if not self._guided:
            return self._supplies.of(known)
        lessons, namesakes = Lessons(), self._known_of(name)
        clues = tuple(clue for clue in clues if clue.source not in self._unheard) if self._unheard else clues
        strong = [clue for clue in clues if clue.source in STRONG]
        weak = [clue for clue in clues if clue.source not in STRONG]
        if not clues and not _is_open(known):
            strong = [Clue(Source.ANNOTATION, known)]
        options = [self._option(clue.known, TRUST[clue.source], lessons, namesakes) for clue in (*strong, *weak)]
        options += self._near(known, nearby, lessons, namesakes)
        if not strong or all(_is_open(clue.known) for clue in strong):
            trust = GUESS_TRUST if len(options) == len(strong) else GUESS_TRUST / 3
            options += self._guesses(trust, lessons, namesakes)
            if admits_none(known):
                options.append(self._option(NOTHING, NONE_TRUST, lessons, namesakes))
        mutable = _has_neighbours(known)
        if len(options) == 1 and not mutable:
            return options[0].supply
        worked = Worked(self._random) if mutable and self._config.uses("mutation") else None
        return Chooser(Suggestions(known, self._supplies.of), options, lessons, self._random, worked)

    def _option(self, known: Type, trust: float, lessons: Lessons, namesakes: Namesakes) -> Option:
        return Option(self._supplies.of(known), trust, lessons, namesakes)

    def _near(self, known: Type, nearby: Nearby, lessons: Lessons, namesakes: Namesakes) -> list[Option]:
        """What the code nearby suggests, by type, where it may go: its constants, what they border on, its patterns."""
        found: list[Option] = []
        atoms = [Literal(atom) for atom in nearby.atoms] if self._config.uses("constants") else []
        nearest = atoms[:NEAREST]
        for trust, several in (
            (NEAREST_TRUST, nearest),
            (FARTHER_TRUST, atoms[NEAREST:]),
            (FARTHER_TRUST, self._relatives(nearest)),
            (PATTERN_TRUST, self._shaped(nearby) if self._config.uses("patterns") else []),
        ):
            groups: dict[type, list[Literal]] = {}
            for literal in several:
                groups.setdefault(type(literal.value), []).append(literal)
            fitting = [group for cls, group in groups.items() if fits(known, (cls,))]
            found += [self._option(Exactly(tuple(each)), trust / len(fitting), lessons, namesakes) for each in fitting]
        return found

    def _relatives(self, atoms: list[Literal]) -> list[Literal]:
        """Two of those that each of several atoms borders on."""
        found: list[Literal] = []
        for literal in atoms:
            near = relatives(literal.value)
            found += [Literal(near[int(self._random() * len(near))]) for _ in range(2) if near]
        return list(dict.fromkeys(found))

    def _shaped(self, nearby: Nearby) -> list[Literal]:
        """Texts that match the regular expressions in the code, dates as it writes them, and what its formats make."""
        texts: list[str] = []
        for pattern in nearby.patterns[:MOST_PATTERNS]:
            if pattern not in self._matching:
                self._matching[pattern] = matching(pattern.text, pattern.flags, self._random, MATCHING_EACH)
            texts += self._matching[pattern]
        for date in nearby.dates[:MOST_PATTERNS]:
            texts += dated(date)
        for text_format in nearby.formats[:MOST_PATTERNS]:
            texts += filled(text_format)
        return [Literal(text) for text in dict.fromkeys(texts)]

    def _guesses(self, trust: float, lessons: Lessons, namesakes: Namesakes) -> list[Option]:
        share = (1 - POOL_SHARE) * trust / len(GUESSES)
        guesses = [self._option(guess, share, lessons, namesakes) for guess in GUESSES]
        liking = self._config.share("liking", LIKED_SHARE)
        return [*guesses, PoolOption(self._supplies.of(ANYTHING), POOL_SHARE * trust, lessons, namesakes, liking)]


def _is_open(known: Type) -> bool:
    """Whether anything may go there, as far as is known."""
    return isinstance(known, Anything) or (isinstance(known, OneOf) and any(map(_is_open, known.options)))


def _has_neighbours(known: Type) -> bool:
    """Whether values near one of the type are of the type, too."""
    options = options_of(known)
    return not _is_narrow(known) and any(
        isinstance(option, Anything) or (isinstance(option, Instance) and option.cls in _CHANGED_A_LITTLE)
        for option in options
    )


def _is_narrow(known: Type) -> bool:
    """Whether of a type, or of what is inside, only some values will do, or only so many."""
    match known:
        case OneOf(options=options):
            return any(map(_is_narrow, options))
        case Instance(cls=cls, arguments=arguments):
            return any(map(_is_narrow, arguments)) or (cls is tuple and len(arguments) > 1)
        case _:
            return isinstance(known, (Exactly, Within, Record))
