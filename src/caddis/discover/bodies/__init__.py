"""What the bodies of functions ask of their parameters: one static pass, nothing is run."""

from caddis.discover.bodies.files import Key, read_bodies
from caddis.discover.bodies.uses import ParameterUse, Passed, Uses

__all__ = ["Key", "ParameterUse", "Passed", "Uses", "read_bodies"]
