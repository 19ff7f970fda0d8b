"""Each contract on values is broken by one class and kept by its twin."""

from __future__ import annotations

import pytest

from caddis.judge.judge import Judge
from caddis.model.operation import Operation
from caddis.model.outcome import OutOfTime
from caddis.plugin import contract
from emit.making import Ref, constructor, display, function, method, sequence
from judge.judging import OWNED, broken, judged
from subjects import judge_values
from subjects.judge_values import Number

MODULE = "subjects.judge_values"


def of(name: str, parameters: str = "value") -> Operation:
    """The constructor of a subject."""
    return constructor(name, parameters, MODULE)


@pytest.mark.parametrize(
    ("faulty", "expected"),
    [
        ("UnequalToItself", "equals_itself"),
        ("EqualityRaises", "equality_never_raises"),
        ("HashRaises", "hash_never_raises"),
        ("ReprRaises", "repr_never_raises"),
        ("StrRaises", "str_never_raises"),
        ("BoolRaises", "bool_never_raises"),
        ("LenRaises", "len_is_not_negative"),
        ("LenIsNegative", "len_is_not_negative"),
        ("Exits", "repr_never_raises"),
    ],
)
def test_a_faulty_class_breaks_its_contract(faulty: str, expected: str) -> None:
    """Whether by what it answers or by what it raises."""
    assert broken((of(faulty), 1)) == expected


@pytest.mark.parametrize("correct", ["Number", "Unhashable", "Elementwise", "Slotted"])
def test_a_correct_class_breaks_none(correct: str) -> None:
    """Nor does one that makes no claim, or answers `==` as arrays do."""
    assert broken((of(correct), 1)) is None


def test_equal_objects_hash_equal() -> None:
    """Two that meet are compared, but only if they are equal."""
    faulty, correct = of("HashesByIdentity"), of("Number")

    assert broken((faulty, 1), (faulty, 1)) == "equal_objects_hash_equal"
    assert broken((faulty, 1), (faulty, 2)) is None
    assert broken((correct, 1), (correct, 1)) is None


def test_equal_hashes_are_claimed_of_both_objects() -> None:
    """The test for the user compares them first."""
    violation = judged((of("HashesByIdentity"), 1), (of("HashesByIdentity"), 1))

    assert violation is not None
    assert violation.subjects == (0, 1)
    assert violation.claim == ("assert {0} == {1}", "assert hash({0}) == hash({1})")


@pytest.mark.parametrize("name", ["nan", "decimal_nan", "list_of_nan"])
@pytest.mark.parametrize("cls", ["Number", "UnequalToItself"])
def test_what_holds_a_nan_need_not_equal_itself(name: str, cls: str) -> None:
    """By design, NaN does not either."""
    assert broken((function(name, module=MODULE),), (of(cls), Ref(0))) is None


def test_what_holds_a_nan_in_a_slot_need_not_equal_itself() -> None:
    """Where it is kept makes no difference."""
    assert broken((function("nan", module=MODULE),), (of("Slotted"), Ref(0))) is None


def test_what_holds_a_list_need_not_be_hashable() -> None:
    """A list went in: our doing. A tuple is no excuse needed."""
    holder = of("HashesWhatItWasGiven", "items")

    assert broken((display("[", 1), 1), (holder, Ref(0))) is None
    assert broken((display("(", 1), 1), (holder, Ref(0))) is None


def test_hashing_a_list_of_its_own_is_a_fault() -> None:
    """Nobody gave it one."""
    assert broken((of("HashesAListOfItsOwn", ""),)) == "hash_never_raises"


def test_classes_of_others_are_not_judged() -> None:
    """A default contract concerns the target's own classes."""
    assert broken((of("UnequalToItself"), 1), owned=False) is None


def test_a_violation_says_what_and_where() -> None:
    """The value, the line that states the contract, the exception and the line at fault."""
    violation = judged((of("Number"), 1), (of("ReprRaises"), 1))

    assert violation is not None
    assert violation.subjects == (1,)
    assert violation.claim == ("repr({0})",)
    assert (violation.exception, violation.message) == ("KeyError", "KeyError: 'name'")
    assert violation.location is not None
    assert violation.location.file == judge_values.__file__
    assert violation.location.function == "ReprRaises.__repr__"


def test_a_wrong_answer_is_blamed_on_the_method_that_gave_it() -> None:
    """There is no exception to tell the line."""
    violation = judged((of("UnequalToItself"), 1))

    assert violation is not None
    assert violation.exception is None
    assert violation.claim == ("assert {0} == {0}",)
    assert violation.location is not None
    assert violation.location.function == "UnequalToItself.__eq__"


def test_an_exception_that_cannot_be_shown_is_named() -> None:
    """Making its message fails, which stops nothing."""
    violation = judged((of("ReprRaisesWhatCannotBeShown"), 1))

    assert violation is not None
    assert violation.message == "CannotBeShown"


def test_only_given_positions_are_judged() -> None:
    """What a call could not have changed was judged before."""
    statements = sequence((of("ReprRaises"), 1), (of("Number"), 1)).statements
    values = [judge_values.ReprRaises(1), Number(1)]
    judge = Judge(OWNED, (), ())

    assert judge.call(statements, values, [1], [], None) is None
    assert judge.call(statements, values, [0], [], None) is not None


def test_a_contract_of_the_user_concerns_a_class_and_those_below() -> None:
    """And no others, and whoever owns them."""

    @contract(Number)
    def is_positive(number: Number) -> bool:
        return number.value > 0  # type: ignore[operator, no-any-return]

    for cls in ("Number", "LenIsNegative"):
        violation = judged((of("Number"), 1), (of(cls), -1), contracts=(is_positive,), owned=False)
        assert violation is not None
        assert (violation.contract, violation.subjects) == ("is_positive", (1,))
    assert judged((of("Number"), 1), contracts=(is_positive,)) is None
    assert judged((of("Slotted"), -1), contracts=(is_positive,)) is None


def test_a_contract_of_the_user_may_assert_instead() -> None:
    """Returning None is agreement, raising is not."""

    @contract(Number)
    def is_positive(number: Number) -> None:
        assert number.value > 0  # type: ignore[operator]

    assert judged((of("Number"), 1), contracts=(is_positive,)) is None
    violation = judged((of("Number"), -1), contracts=(is_positive,))
    assert violation is not None
    assert violation.exception == "AssertionError"


def test_a_state_contract_receives_all_values_and_the_exception() -> None:
    """As in section 2.3 of the paper."""
    seen: list[tuple[list[object], BaseException | None]] = []

    @contract
    def watch(values: list[object], exception: BaseException | None) -> None:
        seen.append((list(values), exception))

    same = method("Number.same", "other", module=MODULE)
    judged((of("Number"), 1), (same, Ref(0), Ref(0)), state_contracts=(watch,))
    judged((of("EqualityRaises"), 1), (same, Ref(0), Ref(0)), state_contracts=(watch,))

    assert seen[0] == ([Number(1), True], None)
    assert len(seen[1][0]) == 1
    assert isinstance(seen[1][1], ValueError)


def test_a_broken_state_contract_is_blamed_on_the_call() -> None:
    """By returning false or by raising."""

    @contract
    def never(values: list[object], exception: BaseException | None) -> bool:
        return False

    @contract
    def fails(values: list[object], exception: BaseException | None) -> None:
        raise LookupError("not found")

    same = method("Number.same", "other", module=MODULE)
    for state_contract, message in ((never, "the values break the contract: never"), (fails, "LookupError: not found")):
        violation = judged((of("Number"), 1), (same, Ref(0), Ref(0)), state_contracts=(state_contract,))
        assert violation is not None
        assert violation.message == message
        assert violation.location is not None
        assert violation.location.function == "Number.same"


def test_running_out_of_time_breaks_no_contract() -> None:
    """It is the clock that raises, not the class."""

    @contract(Number)
    def endless(number: Number) -> None:
        raise OutOfTime

    with pytest.raises(OutOfTime):
        judged((of("Number"), 1), contracts=(endless,))
