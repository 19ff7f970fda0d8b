"""Differences in groups of one cause."""

from __future__ import annotations

from caddis.model.difference import RESULT, Difference, Manner
from caddis.reduce.causes import Shown, by_cause
from emit.making import Ref, constructor, method, sequence

CACHE = constructor("Cache", module="m")
PUT = method("Cache.put", "key", module="m")
GET = method("Cache.get", "key", module="m")


def shown(*steps: tuple[object, ...], changed: str = "", manner: Manner = Manner.RESULT, template: str = "") -> Shown:
    """A difference at the end of a sequence."""
    return Shown(sequence(*steps), Difference(manner, RESULT, template, "1", "2"), frozenset(changed.split()))


def test_what_goes_through_one_changed_function_has_one_cause() -> None:
    """Whichever operation shows it; the smallest is first."""
    longer = shown((CACHE,), (PUT, Ref(0), 1), (GET, Ref(0), 1), changed="m.Cache.put")
    short = shown((CACHE,), (PUT, Ref(0), 1), changed="m.Cache.put", manner=Manner.STATE)

    assert by_cause([longer, short]) == [[short, longer]]


def test_fewer_changed_functions_explain_more_of_them() -> None:
    """As long as one alone makes a difference."""
    alone = shown((CACHE,), (PUT, Ref(0), 1), changed="m.Cache.put")
    more = shown((CACHE,), changed="m.Cache.put m.Cache.__init__")
    other = shown((CACHE,), (GET, Ref(0), 1), changed="m.Cache.get")

    assert by_cause([more, alone, other]) == [[other], [alone, more]]


def test_without_changed_functions_operations_tell_causes_apart() -> None:
    """As for two implementations, of which everything is another."""
    put, get = shown((CACHE,), (PUT, Ref(0), 1)), shown((CACHE,), (GET, Ref(0), 1))

    assert by_cause([put, get, put]) == [[get], [put, put]]


def test_words_come_last_and_do_not_hide_behaviour() -> None:
    """Of one function, too."""
    words = shown((CACHE,), changed="m.Cache.put", manner=Manner.MESSAGE)
    behaviour = shown((CACHE,), (PUT, Ref(0), 1), changed="m.Cache.put")

    assert by_cause([words, behaviour]) == [[behaviour], [words]]


def test_what_was_changed_only_to_say_it_otherwise_is_words() -> None:
    """A list of objects shows their texts, too."""
    assert shown((CACHE,), changed="m.Cache.__repr__").manner is Manner.TEXT


def test_what_needs_no_copy_is_shown_first() -> None:
    """Though it is longer."""
    plain = shown((CACHE,), (PUT, Ref(0), 1), changed="m.Cache.put")
    copied = shown((CACHE,), changed="m.Cache.put", template="copy.copy({0})")

    assert by_cause([copied, plain]) == [[plain, copied]]


def test_messages_that_name_a_thing_otherwise_have_one_cause() -> None:
    """Whatever else they say, and wherever."""

    def said(old: str, new: str, *steps: tuple[object, ...]) -> Shown:
        return Shown(sequence(*steps), Difference(Manner.MESSAGE, RESULT, "", old, new), frozenset())

    put = said("no m.Cache here", "no Cache here", (CACHE,), (PUT, Ref(0), 1))
    get = said("not for m.Cache", "not for Cache", (CACHE,), (GET, Ref(0), 1))
    other = said("none", "nothing", (CACHE,))

    assert by_cause([put, get, other]) == [[other], [get, put]]
