"""What Caddis itself complains about, each with the sentence the user will read.

CaddisError
├── UnknownTarget      (target, what to do about it)
├── BrokenTarget       (target, file, line and exception)
├── NothingToTest      (target)
├── NoProperties       (target)
├── BadConfiguration   (where, what is wrong)
├── UnwritableOutput   (path, why)
├── UnknownOperation   (name, near ones)
├── UnreadableSummary  (path, why)
├── UnreadableBaseline (path, why)
├── UnknownVersion     (what was named, why it is none)
├── UnusablePython     (interpreter, why)
├── BadRecording       (path or option, why)
└── EditedOutput       (path)
"""

from __future__ import annotations


class CaddisError(Exception):
    """Something the user can put right; its arguments fill in the sentence."""

    sentence = "{0}"

    def __str__(self) -> str:
        return self.sentence.format(*self.args)


class UnknownTarget(CaddisError):
    """No such module, file, directory or class."""

    sentence = "there is no target {0}: {1}"


class BrokenTarget(CaddisError):
    """The target cannot be imported."""

    sentence = "cannot import {0}: {1}"


class NothingToTest(CaddisError):
    """The target has no public operation."""

    sentence = "{0} has nothing public to call (--private also takes names that begin with an underscore)"


class NoProperties(CaddisError):
    """The target has no property to check."""

    sentence = "{0} has no properties: mark functions and methods with @check (from caddis import check)"


class BadConfiguration(CaddisError):
    """A setting that is unknown or has an impossible value."""

    sentence = "{0}: {1}"


class UnwritableOutput(CaddisError):
    """A file or directory that cannot be written."""

    sentence = "cannot write {0}: {1}"


class UnknownOperation(CaddisError):
    """The target has no operation of that name."""

    sentence = "there is no operation {0}: {1}"


class UnreadableSummary(CaddisError):
    """A file that is not the summary of a run."""

    sentence = "cannot read {0}: {1}"


class UnreadableBaseline(CaddisError):
    """A file that does not list accepted findings."""

    sentence = "cannot read the baseline {0}: {1}"


class EditedOutput(CaddisError):
    """A file of ours that a person has changed since."""

    sentence = "{0} was edited after Caddis wrote it and is left as it is; move it away to have it written again"


class BadFactory(CaddisError):
    """A factory the user names that is none."""

    sentence = "the factory {0} cannot be used: {1}"


class UnknownVersion(CaddisError):
    """What was named as a version to compare is none."""

    sentence = "cannot compare {0}: {1}"


class UnusablePython(CaddisError):
    """An interpreter that no worker can run under."""

    sentence = "cannot use the interpreter {0}: {1}"


class BadRecording(CaddisError):
    """A recording that cannot be read or made."""

    sentence = "{0}: {1}"
