"""Why an operation came no further, in words."""

from __future__ import annotations

import pytest

from caddis.campaign.reasons import CHANCE, UNTOLD, explained
from caddis.campaign.records import Record, Records
from caddis.model.codec import Decoder
from caddis.model.explanation import End, Fate, State

STRING = ["text", True, "str", [["annotation", "str"]]]
UNKNOWN = ["thing", True, "anything", []]
LOOP = ["loop", True, "shop.Loop", [["annotation", "shop.Loop"]]]


def records(*parameters: object, **fates: int) -> Records:
    """What was told of a class whose constructor failed in these ways, and of a method of it that was never called."""
    made = Records()
    numbering = made.know(
        [["shop.Stack", "constructor", "shop.Stack", list(parameters)], ["shop.Stack.pop", "method", "shop.Stack", []]],
        [],
        [],
    )
    made.gather(
        {
            "counts": [[0, "raised", name, times] for name, times in fates.items()],
            "samples": [[0, "raised", name, f"no {name}"] for name in fates],
            "examples": [],
        },
        numbering,
        Decoder(),
    )
    made.lack([[1, ["self"]]], numbering)
    return made


def reason(made: Records, name: str = "shop.Stack") -> str:
    """Why an operation came no further."""
    [one] = [one for one in explained(made) if one.operation == name]
    return one.reason


@pytest.mark.parametrize(
    ("fates", "said"),
    [
        ({"KeyError": 1}, "raises KeyError in its only call: no KeyError"),
        ({"KeyError": 5}, "always raises KeyError: no KeyError"),
        (
            {"KeyError": 2, "IndexError": 8},
            "raises IndexError in 8 of 10 calls (no IndexError), KeyError in 2 (no KeyError)",
        ),
        (
            {"A": 4, "B": 3, "C": 2, "D": 1},
            "raises A in 4 of 10 calls (no A), B in 3 (no B), C in 2 (no C), something else in 1",
        ),
    ],
)
def test_the_most_frequent_end_comes_first(fates: dict[str, int], said: str) -> None:
    """With what is said as a rule."""
    assert reason(records(**fates)) == said


def test_a_message_that_is_one_of_several_is_an_example() -> None:
    """The most frequent."""
    made = records(KeyError=9)
    for message in ("3", "4", "4"):
        made.by_key["shop.Stack", "constructor"].say((End.RAISED, "KeyError"), message)

    assert reason(made) == "always raises KeyError: e.g. 4"


@pytest.mark.parametrize(
    ("parameter", "exception", "advice"),
    [
        (STRING, "ParseError", "; a sample string for `text` would help"),
        (STRING, "TypeError", ""),
        (STRING, "KeyError", ""),
        (UNKNOWN, "AttributeError", "; nothing tells the type of `thing`"),
        (UNKNOWN, "ParseError", ""),
    ],
)
def test_advice_is_given_only_where_it_would_help(parameter: object, exception: str, advice: str) -> None:
    """A string where strings are taken, a type where none is known."""
    made = records(parameter, **{exception: 3})
    made.by_key["shop.Stack", "constructor"].say((End.RAISED, exception), "another time another")

    assert reason(made) == f"always raises {exception}: e.g. no {exception}{advice}"


def test_what_says_itself_what_to_do_instead_is_not_said_to_be_left_to_subclasses() -> None:
    """Only without words of its own it is."""
    assert reason(records(NotImplementedError=3)) == "always raises NotImplementedError: no NotImplementedError"


def test_items_without_end_are_told_in_words() -> None:
    """The exception that stops them is ours, and means nothing to the user."""
    assert reason(records(TooMany=3)) == "always gives items without end: no TooMany"


def test_what_needs_a_module_that_is_missing_is_left_out() -> None:
    """No argument would help."""
    made = records(STRING, ModuleNotFoundError=2, TypeError=1)

    assert {(one.state, one.reason) for one in explained(made)} == {
        (State.LEFT_OUT, "needs what is not installed: no ModuleNotFoundError")
    }


def test_what_always_says_the_same_may_not_hang_on_its_arguments() -> None:
    """So their types are not said to be what is missing: it may be frozen."""
    assert reason(records(UNKNOWN, TypeError=3)) == "always raises TypeError: no TypeError"


def test_a_method_is_never_called_while_its_class_cannot_be_made() -> None:
    """What its constructor does is the reason."""
    assert (
        reason(records(KeyError=2), "shop.Stack.pop")
        == "no Stack could be made: its constructor always raises KeyError: no KeyError"
    )


def test_a_parameter_that_nothing_can_be_given_to_is_named_with_its_type() -> None:
    """None was all there was."""
    made = records(LOOP, AttributeError=2)
    made.by_key["shop.Stack", "constructor"].lacking = frozenset({"loop"})

    assert reason(made).startswith("parameter `loop`: nothing builds shop.Loop; name a factory (given None, it always")


def test_what_lacks_nothing_was_not_called_by_chance() -> None:
    """And of what nobody told, nothing is claimed."""
    made = records(KeyError=1)
    made.by_key["shop.Stack.pop", "method"].lacking = frozenset()
    made.by_key["shop.Stack.push", "method"] = Record("shop.Stack")

    assert (reason(made, "shop.Stack.pop"), reason(made, "shop.Stack.push")) == (CHANCE, UNTOLD)


@pytest.mark.parametrize(
    ("fate", "message", "said"),
    [
        ((End.DENIED, "network"), "network", "denied: network; --allow network would let it"),
        ((End.DENIED, "read"), "read: /etc", "denied: read: /etc"),
        ((End.RUINED, "hang"), "did not end", "always takes too long: did not end; given up"),
        ((End.BROKE, "equal"), "x != x", "always breaks the contract equal: x != x; see the findings of"),
        ((End.UNSEEN, ""), "no", "always gives what cannot be looked at: no"),
    ],
)
def test_each_end_has_its_words(fate: Fate, message: str, said: str) -> None:
    """And what to do about it."""
    made = records()
    record = made.by_key["shop.Stack", "constructor"]
    record.fates[fate] = 2
    record.say(fate, message)

    assert reason(made).startswith(said)


def test_what_one_worker_lacked_another_may_have_had() -> None:
    """Counts add up; only what nobody ever had is lacking."""
    whole, other = records(KeyError=2), records(KeyError=3)
    other.by_key["shop.Stack.pop", "method"].lacking = frozenset()
    whole.join(other)

    assert whole.by_key["shop.Stack", "constructor"].calls == 5
    assert reason(whole, "shop.Stack.pop") == CHANCE


def test_the_failing_ones_come_first() -> None:
    """Left out, never called, never succeeded, succeeded."""
    made = records(KeyError=1)
    made.left_out["shop.later"] = "awaited"
    made.by_key["shop.open", "function"] = Record("shop")
    made.by_key["shop.open", "function"].fates[End.RETURNED, ""] = 1

    assert [one.state for one in explained(made)] == list(State)
