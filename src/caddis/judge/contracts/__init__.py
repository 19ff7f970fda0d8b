"""The contracts on values that the classes of a target must satisfy, each a small class of its own.

A law applies where a class claims it. Cheap ones are asked after every new call, dear ones of what is about to be kept.
"""

from __future__ import annotations

from caddis.judge.contracts.answers import (
    BoolNeverRaises,
    EqualityAcceptsOthers,
    EqualityNeverRaises,
    EqualsItself,
    HashIsStable,
    HashNeverRaises,
    LenIsNotNegative,
    ReprNeverRaises,
    StrNeverRaises,
    UnequalIsNotEqual,
)
from caddis.judge.contracts.behaviour import (
    GettersDoNotMutate,
    RaisingLeavesUnchanged,
    StateDoesNotLeak,
    WithReleases,
)
from caddis.judge.contracts.contract import Law
from caddis.judge.contracts.copies import (
    CopiesAnswerLikeOriginals,
    CopyEqualsOriginal,
    CopyIsIndependent,
    DeepcopyEqualsOriginal,
    DeepcopyIsIndependent,
    PickleEqualsOriginal,
)
from caddis.judge.contracts.iteration import (
    InAgreesWithIteration,
    IteratesTheSameTwice,
    LenAgreesWithIteration,
    ReversedAgreesWithIteration,
)
from caddis.judge.contracts.relations import (
    EqualityIsSymmetric,
    EqualityIsTransitive,
    EqualObjectsHashEqual,
    NotBeforeItself,
    OrderAgreesWithEquality,
    OrderIsAsymmetric,
    OrderIsMirrored,
    OrderIsTransitive,
)
from caddis.judge.contracts.shown import ReprEvaluates

ON_ONE: tuple[Law, ...] = (
    EqualsItself(),
    EqualityNeverRaises(),
    HashNeverRaises(),
    ReprNeverRaises(),
    StrNeverRaises(),
    BoolNeverRaises(),
    LenIsNotNegative(),
    LenAgreesWithIteration(),
)
"""Asked of each value that a call has made or changed."""

ON_TWO: tuple[Law, ...] = (EqualObjectsHashEqual(),)
"""Asked of the values that met in a call."""

ON_COPIES: tuple[Law, ...] = (
    CopyEqualsOriginal(),
    DeepcopyEqualsOriginal(),
    PickleEqualsOriginal(),
    CopiesAnswerLikeOriginals(),
    CopyIsIndependent(),
    DeepcopyIsIndependent(),
)
"""Asked of what is copied, when it is: a copy that is not whole is not built upon."""

CLOSELY_ON_ONE: tuple[Law, ...] = (
    EqualityAcceptsOthers(),
    HashIsStable(),
    NotBeforeItself(),
    InAgreesWithIteration(),
    IteratesTheSameTwice(),
    ReversedAgreesWithIteration(),
    ReprEvaluates(),
    *ON_COPIES,
    GettersDoNotMutate(),
)
"""Asked of what is about to be kept, those that may leave it changed last."""

CLOSELY_ON_TWO: tuple[Law, ...] = (
    *ON_TWO,
    EqualityIsSymmetric(),
    UnequalIsNotEqual(),
    OrderIsAsymmetric(),
    OrderIsMirrored(),
    OrderAgreesWithEquality(),
)
CLOSELY_ON_THREE: tuple[Law, ...] = (EqualityIsTransitive(), OrderIsTransitive())

STATE_DOES_NOT_LEAK = StateDoesNotLeak()
RAISING_LEAVES_UNCHANGED = RaisingLeavesUnchanged()
LAST: tuple[Law, ...] = (WithReleases(),)
"""Asked when nothing else will be: afterwards the value is another."""

EVERY: tuple[Law, ...] = (*ON_ONE, *ON_TWO)
"""The laws asked after every call."""
CLOSE: tuple[Law, ...] = (
    *CLOSELY_ON_ONE,
    *(law for law in CLOSELY_ON_TWO if law not in ON_TWO),
    *CLOSELY_ON_THREE,
    STATE_DOES_NOT_LEAK,
    *LAST,
    RAISING_LEAVES_UNCHANGED,
)
"""The laws asked of sequences about to be kept, and the last one of calls that were refused."""
