"""Sequences are structure only: what `extend` makes, when two are the same code, and how a call is written."""

from __future__ import annotations

import pytest

from caddis.model.operation import Operation, Parameter, Place
from caddis.model.sequence import Argument, Literal, Sequence, Statement, Value, code_of, extend, joined
from emit.making import Default, Ref, constructor, function, method, sequence

A = constructor("A")
B = constructor("B", "i")
M1 = method("A.m1", "a")
M2 = method("B.m2", "b a")

S1 = sequence((B, 0))
S2 = sequence((B, 0))
S3 = sequence((A,), (M1, Ref(0), Ref(0)))

PUSH = method("Stack.push", "x")
STACK = constructor("Stack")


def test_extend_may_use_a_value_twice() -> None:
    """Figure 2, first row: b1, a1 and b3 are made, then `b1.m2(b1, a1)`."""
    extended = extend(M2, (S1, S3), (Value(0, 0), Value(0, 0), Value(1, 0)))

    assert extended == sequence((B, 0), (A,), (M1, Ref(1), Ref(1)), (M2, Ref(0), Ref(0), Ref(1)))


def test_extend_keeps_the_order_of_its_sequences() -> None:
    """Figure 2, second row: a1 and b3 are made, then b1, then `b1.m2(b1, a1)`."""
    extended = extend(M2, (S3, S1), (Value(1, 0), Value(1, 0), Value(0, 0)))

    assert extended == sequence((A,), (M1, Ref(0), Ref(0)), (B, 0), (M2, Ref(2), Ref(2), Ref(0)))


def test_extend_may_use_distinct_duplicates() -> None:
    """Figure 2, third row: two equal sequences make two objects, then `b1.m2(b2, null)`."""
    extended = extend(M2, (S1, S2), (Value(0, 0), Value(1, 0), Literal(None)))

    assert extended == sequence((B, 0), (B, 0), (M2, Ref(0), Ref(1), None))


def test_extend_of_no_sequences_is_one_call() -> None:
    """The search starts from an empty set of sequences."""
    assert extend(A, (), ()) == sequence((A,))


def test_extend_may_leave_a_parameter_to_its_default() -> None:
    """None among the values is no argument at all, not the literal None."""
    operation = function("f", "x y=")

    assert extend(operation, (), (Literal(1), None)) == sequence((operation, 1, Default()))


def test_the_same_code_under_other_names_is_the_same_sequence() -> None:
    """Two sequences built apart from each other are equal and hash equal."""
    one = sequence((STACK,), (PUSH, Ref(0), 1))
    other = sequence((constructor("Stack"),), (method("Stack.push", "x"), Ref(0), 1))

    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize(
    "other",
    [
        sequence((STACK,), (STACK,), (PUSH, Ref(1), 1)),
        sequence((STACK,), (STACK,), (PUSH, Ref(0), 2)),
        sequence((STACK,), (STACK,), (PUSH, Ref(0), True)),
        sequence((STACK,), (STACK,), (PUSH, Ref(0), Ref(1))),
        sequence((STACK,), (PUSH, Ref(0), 1), (STACK,)),
        sequence((STACK,), (STACK,)),
    ],
)
def test_other_code_is_another_sequence(other: Sequence) -> None:
    """Another receiver, literal, argument or order of the same calls is another sequence."""
    assert sequence((STACK,), (STACK,), (PUSH, Ref(0), 1)) != other


def test_a_sequence_means_the_same_inside_a_longer_one() -> None:
    """References count backwards, so joining two sequences is joining their statements."""
    one = sequence((STACK,), (PUSH, Ref(0), 1))
    joined = one.then(*one)

    assert joined == sequence((STACK,), (PUSH, Ref(0), 1), (STACK,), (PUSH, Ref(2), 1))
    assert len(one) == 2


def test_only_moves_the_references_of_what_is_left() -> None:
    """Leaving out statements between a value and its use keeps the use pointing at the value."""
    long = sequence((STACK,), (STACK,), (PUSH, Ref(0), 1), (PUSH, Ref(1), 2), (PUSH, Ref(0), Ref(1)))

    assert long.only({0, 1, 4}) == sequence((STACK,), (STACK,), (PUSH, Ref(0), Ref(1)))
    assert long.only([3, 1]) == sequence((STACK,), (PUSH, Ref(0), 2))


def test_needed_by_follows_arguments_of_arguments() -> None:
    """What a value is made from includes what that was made from, and the value itself; not what only changed it."""
    made = sequence((A,), (B, 0), (M1, Ref(0), Ref(0)), (M2, Ref(1), Ref(2), Ref(0)), (B, 1))

    assert made.needed_by(2) == {0, 2}
    assert made.needed_by(3) == {0, 1, 2, 3}
    assert made.needed_by(4, 1) == {1, 4}


def test_users_are_the_statements_that_take_a_value() -> None:
    """As receiver or argument, each once."""
    made = sequence((A,), (B, 0), (M1, Ref(0), Ref(0)), (M2, Ref(1), Ref(2), Ref(0)))

    assert made.users(0) == [2, 3]
    assert made.users(1) == [3]
    assert made.users(3) == []


def test_sources_are_positions_in_the_order_of_the_arguments() -> None:
    """Literals and defaults are left out."""
    made = sequence((A,), (B, 0), (M2, Ref(1), Ref(1), Ref(0)))

    assert made.sources(2) == [1, 1, 0]
    assert made.sources(1) == []


def test_the_number_of_a_sequence_is_that_of_its_parts_joined() -> None:
    """However it was put together; the order counts."""
    whole = Sequence(S1.statements + S3.statements)

    assert whole.code == joined(S1.code, S3.code, len(S3)) == code_of(S3.statements, S1.code)
    assert whole.code != Sequence(S3.statements + S1.statements).code
    assert hash(whole) == hash(Sequence(whole.statements))


def test_replacing_makes_a_new_sequence() -> None:
    """The old one stays as it was."""
    old = sequence((STACK,), (PUSH, Ref(0), 1))
    new = old.replacing(1, Statement(PUSH, (-1, Literal(2))))

    assert new == sequence((STACK,), (PUSH, Ref(0), 2))
    assert old == sequence((STACK,), (PUSH, Ref(0), 1))


ATOMS = [1, 1.0, True, 1 + 0j, "1", b"1", None, 0, 0.0, -0.0, False, 0j, -0j, "", b""]


def test_literals_are_told_apart_by_type_and_spelling() -> None:
    """1, 1.0 and True, and 0.0 and -0.0, are equal to Python and different code."""
    literals = [Literal(atom) for atom in ATOMS]

    assert len(set(literals)) == len(ATOMS)


def test_literals_of_the_same_spelling_are_equal() -> None:
    """NaN too, though it does not equal itself."""
    assert [Literal(atom) for atom in ATOMS] == [Literal(atom) for atom in ATOMS]
    assert Literal(float("nan")) == Literal(float("nan"))
    assert hash(Literal(float("nan"))) == hash(Literal(float("nan")))


def test_a_literal_may_be_a_number_of_any_size() -> None:
    """Also one with more digits than the interpreter agrees to print."""
    huge = 1 << 20_000

    assert Literal(huge) == Literal(1 << 20_000)
    assert Literal(huge) != Literal(huge + 1)


def call(parameters: list[Parameter], *arguments: Argument) -> tuple[list[object], dict[str, object]]:
    """How a call of an operation with the given parameters is written; literals by their values."""

    def shown(argument: int | Literal) -> object:
        return argument.value if isinstance(argument, Literal) else f"back {-argument}"

    positional, keywords = Statement(Operation(A.kind, "m", "", "f", tuple(parameters)), arguments).call()
    return [shown(argument) for argument in positional], {name: shown(argument) for name, argument in keywords}


NEEDED = Parameter("needed")
OPTIONAL = Parameter("optional", required=False)
ONLY_POSITIONAL = Parameter("first", Place.POSITIONAL)
OPTIONAL_POSITIONAL = Parameter("second", Place.POSITIONAL, required=False)
KEYWORD = Parameter("named", Place.KEYWORD)
SPREAD = [Parameter(f"args{i}", Place.VARIADIC, required=False) for i in range(3)]


def test_required_arguments_are_positional() -> None:
    """Whether literals or earlier values."""
    assert call([NEEDED, NEEDED], Literal(1), -2) == ([1, "back 2"], {})


def test_optional_arguments_are_named_for_the_reader() -> None:
    """Where the parameter has a name that may be used."""
    assert call([NEEDED, OPTIONAL], Literal(1), Literal(2)) == ([1], {"optional": 2})
    assert call([ONLY_POSITIONAL, OPTIONAL_POSITIONAL], Literal(1), Literal(2)) == ([1, 2], {})


def test_arguments_left_to_their_defaults_are_not_written() -> None:
    """And what follows the gap is named."""
    assert call([NEEDED, OPTIONAL], Literal(1), None) == ([1], {})
    assert call([OPTIONAL, NEEDED], None, Literal(1)) == ([], {"needed": 1})


def test_keyword_only_arguments_are_named() -> None:
    """Required ones too."""
    assert call([NEEDED, KEYWORD], Literal(1), -1) == ([1], {"named": "back 1"})


def test_arguments_before_spread_ones_are_positional() -> None:
    """`f(1, 2, 3)` where 3 goes to `*args`: naming the second would be an error."""
    parameters = [NEEDED, OPTIONAL, *SPREAD, KEYWORD]

    assert call(parameters, Literal(1), Literal(2), Literal(3), Literal(4), None, Literal(5)) == (
        [1, 2, 3, 4],
        {"named": 5},
    )
    assert call(parameters, Literal(1), Literal(2), None, None, None, Literal(5)) == ([1], {"optional": 2, "named": 5})


def test_a_statement_takes_one_argument_for_each_parameter() -> None:
    """Anything else is a mistake of ours and is not passed over."""
    with pytest.raises(ValueError, match="zip"):
        Statement(PUSH, (-1,)).call()
