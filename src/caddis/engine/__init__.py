"""The loop: propose a sequence, run it, judge it, keep what is worth building on."""

from caddis.engine.batch import Batch
from caddis.engine.explorer import Explorer
from caddis.engine.laboratory import owner_of

__all__ = ["Batch", "Explorer", "owner_of"]
