"""What an exception of the code under test tells: where it came from, and whether it shows a bug or a misuse."""

from caddis.judge.exceptions.endings import ending, is_large
from caddis.judge.exceptions.judging import Exceptions, Tally
from caddis.judge.exceptions.raising import Spoken, describe, location
from caddis.judge.exceptions.returns import Returns
from caddis.judge.exceptions.trusting import Known
from caddis.judge.tracebacks import Owned

__all__ = ["Exceptions", "Known", "Owned", "Returns", "Spoken", "Tally", "describe", "ending", "is_large", "location"]
