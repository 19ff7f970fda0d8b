"""Errors say one sentence, also after a trip between processes."""

from __future__ import annotations

import pickle

import pytest

from caddis import errors


@pytest.mark.parametrize("error", [each for each in vars(errors).values() if isinstance(each, type)])
def test_sentence(error):
    """Every error fills in its sentence and survives pickling."""
    raised = error("one", "two")

    assert "one" in str(raised)
    assert str(raised) == str(pickle.loads(pickle.dumps(raised)))
    assert isinstance(raised, errors.CaddisError)
