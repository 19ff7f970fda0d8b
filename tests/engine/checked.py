"""What tests of properties share: checking those of a module in this very process."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import ModuleType

from caddis.campaign.stating import stated_by
from caddis.config import Config
from caddis.discover.checked import checkable
from caddis.discover.code import lines_of
from caddis.emit.properties import program
from caddis.engine.checking import Checking, Count, Wish
from caddis.engine.cleaning import Never
from caddis.engine.explorer import Explorer
from caddis.engine.finisher import Finisher
from caddis.engine.laboratory import Laboratory
from caddis.engine.owning import owner_of
from caddis.engine.reasons import reasons
from caddis.engine.sight import Blind
from caddis.execute.clock import Beat
from caddis.judge.properties import Properties
from caddis.model.finding import Finding
from caddis.model.focus import Focus
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence
from caddis.model.verdict import Violation
from caddis.plugin import Plugins
from engine.exploring import _described, _is_harmless

NEVER = float("inf")


@dataclass
class Bench:
    """The properties of a module, ready to be checked."""

    checking: Checking
    explorer: Explorer
    finisher: Finisher
    operations: dict[str, Operation]
    focuses: dict[str, Focus]

    def check(self, name: str, examples: int = 1000, *, stop: bool = False) -> Count:
        """Check a property, by the last part of its name."""
        wish = Wish(self.operations[name], examples, NEVER, stop, focus=self.focuses[name])
        return list(self.checking.check(wish))[-1]

    def programs(self, count: Count) -> dict[str, str]:
        """For each culprit the smallest program found."""
        found = reasons(count, self._small)
        return {
            finding.violation.culprit.rpartition(".")[2]: program(finding).partition("\n\n")[2] for finding in found
        }

    def _small(self, sequence: Sequence, violation: Violation) -> Finding:
        found = self.finisher.reduce(sequence, violation)
        assert found is not None
        return found


def bench(*modules: ModuleType, seed: int = 0) -> Bench:
    """The properties of modules."""
    found = checkable({module.__name__: module for module in modules})
    helpers = {operation: known for operation, known in found.api.helpers.items() if _is_harmless(operation)}
    stated = stated_by(found.properties)
    owned = owner_of(found.roots)
    config = Config(steps=10**9, seed=seed)
    properties = Properties(stated, owned)
    laboratory = Laboratory(
        plugins=Plugins(),
        owned=owned,
        config=config,
        beat=Beat(),
        denied=[],
        properties=properties,
        only_properties=True,
    )
    explorer = Explorer(
        replace(found.api, helpers=helpers),
        describe=_described,
        lines_of=lines_of,
        sight=Blind(),
        laboratory=laboratory,
        cleaning=Never(),
        elsewhere=None,
        plugins=Plugins(),
        owned=owned,
        config=config,
    )
    explorer.inputs.prepare({operation: each.signature for operation, each in stated.items()})
    return Bench(
        Checking(explorer),
        explorer,
        Finisher(Plugins(), owned, Never(), properties=properties),
        {operation.name: operation for operation in stated},
        {one.operation.name: one.focus for one in found.properties if one.operation is not None},
    )
