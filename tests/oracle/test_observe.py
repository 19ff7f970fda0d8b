"""What is asserted of a sequence that ran well: its value, and what its call changed."""

from __future__ import annotations

from caddis.execute.interpreter import Interpreter
from caddis.keep.classes import Classes
from caddis.keep.fingerprint import Fingerprints
from caddis.model.classes import public_name
from caddis.model.finding import Assertion
from caddis.model.operation import Kind, Known, constant
from caddis.model.sequence import Sequence
from caddis.oracle.holding import holds
from caddis.oracle.observe import MOST, READABLE, observations, readable
from caddis.oracle.observers import Observers
from emit.making import Ref, constructor, display, function, method, sequence
from emit.making import read as reading

MODULE = "subjects.observe_state"
STACK = constructor("Stack", module=MODULE)
PUSH = method("Stack.push", "item", module=MODULE)
PUSHED = method("Stack.pushed", "item", module=MODULE)
POP = method("Stack.pop", module=MODULE)
IS_EMPTY = method("Stack.is_empty", module=MODULE)
LEVEL = constructor("Level", "height", module=MODULE)
VERSION = constructor("Version", "major minor= label=", module=MODULE)
KNOWN = {
    f"{MODULE}.Stack.is_empty": Known.ASKS,
    f"{MODULE}.Stack.take": Known.CHANGES,
    f"{MODULE}.Stack.kind": Known.CONSTANT,
    f"{MODULE}.Stack.reversed": Known.ASKS,
}


def asked(**more: object) -> Observers:
    """Observers that know what calls have shown of the subject."""
    return Observers(Fingerprints(Classes()).of, **{"known": KNOWN, **more})  # type: ignore[arg-type]


def observed(*steps: tuple[object, ...], observers: Observers | None = None) -> list[Assertion]:
    """All that is proposed, which holds in another run, too."""
    made = sequence(*steps)
    before, after = Interpreter().replay(Sequence(made.statements[:-1])), Interpreter().replay(made)
    assert after.exception is None
    found = observations(made, before.values, after.values, observers or asked(), public_name)
    assert len(found) <= MOST
    assert all(assertion.after == len(made) - 1 for assertion in found)
    again = Interpreter().replay(made).values
    assert all(holds(one, again) for one in found)
    return found


def written(*steps: tuple[object, ...]) -> list[tuple[int, str, str]]:
    """The subject, template and expected value of each assertion that a test would have, without the module."""
    kept = readable(observed(*steps))
    assert len(kept) <= READABLE
    return [
        (one.subject, one.template.replace(f"{MODULE}.", ""), one.expected.replace(f"{MODULE}.", "")) for one in kept
    ]


def test_a_simple_value_is_asserted_as_it_is() -> None:
    """Nothing else is needed."""
    assert written((function("text", module=MODULE),)) == [(0, "{0}", "'text'")]


def test_a_call_without_a_value_returns_none() -> None:
    """Where there is nothing better to say."""
    assert written((function("nothing", module=MODULE),)) == [(0, "{0}", "None")]


def test_an_object_is_asserted_by_its_observers() -> None:
    """Length, methods that were seen to change nothing, and public attributes."""
    assert written((STACK,)) == [(0, "len({0})", "0"), (0, "{0}.is_empty()", "True"), (0, "{0}.items", "[]")]


def test_the_state_of_the_receiver_is_asserted_where_it_changed() -> None:
    """After the value the call returned."""
    assert written((STACK,), (PUSH, Ref(0), 1), (PUSH, Ref(0), 2), (POP, Ref(0))) == [
        (3, "{0}", "2"),
        (0, "len({0})", "1"),
        (0, "{0}.top", "1"),
        (0, "{0}.items", "[1]"),
    ]


def test_a_receiver_that_did_not_change_is_not_asked() -> None:
    """Nothing of it is news."""
    assert written((STACK,), (IS_EMPTY, Ref(0))) == [(1, "{0}", "True")]


def test_an_argument_that_a_call_changed_is_asserted() -> None:
    """Containers as they are."""
    assert written((display("[", 0),), (function("fill", "items", module=MODULE), Ref(0))) == [(0, "{0}", "[1]")]


def test_what_came_back_is_known_by_identity() -> None:
    """And what the call did to it is told beside that."""
    found = observed((STACK,), (PUSHED, Ref(0), 1))

    assert (found[0].template, found[0].others) == ("{0} is {1}", (0,))
    assert ("len({0})", "1") in [(one.template, one.expected) for one in found]


def test_an_overridden_observer_is_asked_once() -> None:
    """Though it stands in two classes."""
    found = written((constructor("Tall", module=MODULE),))

    assert [template for _, template, _ in found].count("{0}.is_empty()") == 1


def test_a_test_has_only_so_many_assertions() -> None:
    """It is to be read."""
    assert (
        len(observed((constructor("Many", module=MODULE),))) == len(written((constructor("Many", module=MODULE),))) == 4
    )


def test_without_observers_the_repr_is_asserted() -> None:
    """If the class has one of its own."""
    assert written((constructor("Shown", module=MODULE),)) == [(0, "repr({0})", "'Shown()'")]


def test_an_object_without_anything_to_show_makes_no_case() -> None:
    """That a class makes an instance of itself is known."""
    assert written((constructor("Opaque", module=MODULE),)) == []


def test_a_statement_that_changes_nothing_makes_no_case() -> None:
    """It has no value that could be asserted."""
    delete = method("Stack.__delitem__", "part", kind=Kind.OPERATOR, module=MODULE)
    part = (constructor("slice", "start stop", module="builtins"), 0, 2)

    assert written((STACK,), part, (delete, Ref(0), Ref(1))) == []


def test_a_value_object_is_expected_as_a_call_that_builds_it() -> None:
    """Arguments are read from attributes of the same name; defaults are left out."""
    bumped, labelled = method("Version.bumped", module=MODULE), method("Version.labelled", "label", module=MODULE)

    assert written((VERSION, 1, 2), (bumped, Ref(0))) == [(1, "{0}", "Version(2)")]
    assert written((VERSION, 1, 2), (labelled, Ref(0), "a")) == [(1, "{0}", "Version(1, 2, 'a')")]
    assert observed((VERSION, 1, 2), (bumped, Ref(0)))[0].names == ((MODULE, "Version"),)


def test_a_class_whose_objects_are_all_alike_is_not_expected_so() -> None:
    """Its `==` would hold of anything."""
    alike = (constructor("Alike", "size=", module=MODULE), 5)

    assert written(alike, (method("Alike.same", module=MODULE), Ref(0))) == [(1, "{0}.size", "5")]


def test_a_collection_is_expected_by_what_it_contains() -> None:
    """If its constructor takes that."""
    more = method("Bag.with_one_more", "item", module=MODULE)

    assert written((constructor("Bag", module=MODULE),), (more, Ref(0), 3)) == [(1, "{0}", "Bag([3])")]


def test_containers_hold_members_objects_and_floats() -> None:
    """Enums by name, dataclasses by their fields, floats nearly."""
    table = observed((function("table", module=MODULE),))

    assert written((function("table", module=MODULE),)) == [
        (0, "{0}", "{'colour': Colour.GREEN, 'where': [Point(1, 2)], 'ratio': pytest.approx(0.3)}")
    ]
    assert table[0].names == ((MODULE, "Colour.GREEN"), (MODULE, "Point"), ("pytest", "approx"))


def test_floats_are_approximate_unless_they_are_exact() -> None:
    """Exact is what was put in, and what is whole; not what is so large that it must be."""
    assert written((function("third", "whole", module=MODULE), 1.0)) == [(0, "{0}", "pytest.approx(0.333333333)")]
    assert written((function("third", "whole", module=MODULE), 3.0)) == [(0, "{0}", "1.0")]
    assert written((function("third", "whole", module=MODULE), 3e30)) == [(0, "{0}", "pytest.approx(1e+30)")]
    assert written((function("halves", "whole", module=MODULE), 1.3)) == [(0, "{0}", "(1.3, pytest.approx(0.65))")]
    assert written((function("halves", "whole", module=MODULE), 0.5)) == [(0, "{0}", "(0.5, pytest.approx(0.25))")]
    assert written((function("thirds", "whole", module=MODULE), 1.0)) == [(0, "{0}", "[pytest.approx(0.333333333), 1]")]


def test_a_long_text_is_asserted_by_its_ends() -> None:
    """In whole words."""
    assert written((function("story", module=MODULE),)) == [
        (0, "{0}.startswith('Once upon a time there was a larva. Once upon a')", ""),
        (0, "{0}.endswith('there was a larva. It lived happily ever after.')", ""),
        (0, "len({0})", "208"),
    ]


def test_a_long_list_is_asserted_by_its_start() -> None:
    """And by how long it is."""
    assert written((function("many", "count", module=MODULE), 100)) == [
        (0, "len({0})", "100"),
        (0, "{0}[:3]", "[0, 1, 2]"),
    ]


def test_a_long_mapping_is_asserted_by_some_entries() -> None:
    """And by how many there are."""
    assert written((function("squares", "count", module=MODULE), 100)) == [
        (0, "len({0})", "100"),
        (0, "{0}['0']", "0"),
        (0, "{0}['1']", "1"),
        (0, "{0}['2']", "4"),
    ]


def test_an_iterator_is_asserted_by_what_it_gives() -> None:
    """It is used up by that, and nothing else is asked of it."""
    assert written((function("numbers", "count", module=MODULE), 3)) == [(0, "list({0})", "[0, 1, 4]")]


def test_questions_that_do_more_than_ask_are_not_asked_again() -> None:
    """One that counts, prints or draws lots; nor are addresses asserted."""
    observers = asked()
    whims = (constructor("Whims", module=MODULE),)
    values = Interpreter().replay(sequence(whims)).values
    observers.ask(values[0])

    assert observers.disturbed
    assert [(one.template, one.expected) for one in observed(whims, observers=observers)] == [
        ("{0}.quiet", "7"),
        ("{0}.asked", "0"),
    ]


def test_users_name_observers_themselves() -> None:
    """Whatever they seem to do."""
    whims = Interpreter().replay(sequence((constructor("Whims", module=MODULE),))).values[0]
    named = asked(named=(f"{MODULE}.Whims.counted",))
    answers = {answer.question: answer.value for answer in named.ask(whims)}

    assert answers["{0}.counted"] == 1


def test_methods_not_seen_to_be_harmless_are_not_asked() -> None:
    """Neither one that nobody called, nor one that changes something, nor one that always answers the same."""
    templates = {one.template for one in observed((STACK,))}

    assert templates.isdisjoint({"{0}.last_or_none()", "{0}.take()", "{0}.kind()", "{0}.reversed()"})


def test_the_order_of_a_set_is_not_asserted() -> None:
    """Not of one inside an object either; as a set it may be."""
    assert written((constructor("Named", module=MODULE),)) == [(0, "{0}.names", "{'a', 'b', 'c'}")]


def test_a_constant_is_no_case() -> None:
    """Neither that of a module nor that of a class: nothing that was called has a hand in it."""
    assert written((constant(MODULE, "Colour.RED"),)) == []
    assert written((VERSION, 1), (reading("Version.limit", module=MODULE), Ref(0))) == []


def test_what_was_seen_can_be_told_from_something_else() -> None:
    """An assertion is evaluated without being written."""
    found = observed((VERSION, 1, 2), (method("Version.bumped", module=MODULE), Ref(0)))
    other = Interpreter().replay(sequence((VERSION, 7), (method("Version.bumped", module=MODULE), Ref(0)))).values

    assert not holds(found[0], other)


def test_what_cannot_be_asked_does_not_hold() -> None:
    """Nor does a text hold a part that it has not."""
    assert not holds(Assertion(0, "{0}.missing", "1", 0), [1])
    assert not holds(Assertion(0, "{0}.startswith('a')", "", 0), ["b"])
    assert holds(Assertion(0, "{0} is {1}", "", 1, (1,)), [STACK, STACK])
    assert not holds(Assertion(0, "{0}", "[pytest.approx(0.3)]", 0, names=(("pytest", "approx"),)), [[0.31]])


def test_a_special_method_that_always_looks_the_same_is_asked_all_the_same() -> None:
    """One that gives iterators, say; only if it was seen to change something it is not."""
    steps = ((STACK,), (PUSH, Ref(0), 1))
    alike, changing = {f"{MODULE}.Stack.__len__": Known.CONSTANT}, {f"{MODULE}.Stack.__len__": Known.CHANGES}

    assert "len({0})" in [one.template for one in observed(*steps, observers=asked(known=alike))]
    assert "len({0})" not in [one.template for one in observed(*steps, observers=asked(known=changing))]


def test_a_truth_value_in_place_of_a_number_is_asserted_as_a_number() -> None:
    """It is what was put in, and another implementation may well have made a number of it."""
    assert written((LEVEL, True)) == [(0, "{0}.height", "1")]
    assert written((LEVEL, True), (method("Level.doubled", module=MODULE), Ref(0))) == [(1, "{0}", "1")]


def told(*steps: tuple[object, ...]) -> list[tuple[int, str, str]]:
    """All there is to tell at the end of a sequence."""
    made = sequence(*steps)
    before, after = Interpreter().replay(Sequence(made.statements[:-1])), Interpreter().replay(made)
    found = observations(made, before.values, after.values, asked(), public_name, whole=True)
    assert all(one.after == len(made) - 1 for one in found)
    return [(one.subject, one.template, one.expected) for one in found]


def test_all_that_took_part_may_be_told() -> None:
    """The result first, then what it was made from, though the call has changed nothing."""
    found = told((LEVEL, 3), (STACK,), (PUSHED, Ref(1), Ref(0)))

    assert list(dict.fromkeys(subject for subject, _, _ in found)) == [2, 1, 0]
    assert (0, "{0}.height", "3") in found


def test_the_owner_of_a_container_that_was_changed_is_asked() -> None:
    """What it has handed out may be its own."""
    append = method("list.append", "item", module="builtins")

    assert (0, "{0}.height", "3") in told(
        (LEVEL, 3), (method("Level.marks", module=MODULE), Ref(0)), (append, Ref(1), 5)
    )


def test_a_result_that_equals_what_it_was_made_from_is_told_to() -> None:
    """Also that one is found in place of the other in sets and dictionaries."""
    found = told((constructor("Place", "x", module=MODULE), 1), (method("Place.copied", module=MODULE), Ref(0)))

    assert found[-2:] == [(1, "{0} == {1}", ""), (1, "hash({0}) == hash({1})", "")]
