"""Trying sequences in processes of their own: how a proposal gets there, and how what came of it gets back."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from caddis.engine.laboratory import REFUSED, Laboratory
from caddis.engine.sight import Sight
from caddis.engine.trial import Trial
from caddis.execute.apart import Apart, Ended
from caddis.execute.otherwise import taking_up
from caddis.generate.proposal import Proposal
from caddis.judge.exceptions import ending
from caddis.keep.classes import Classes
from caddis.model.classes import home
from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.component import Shape
from caddis.model.sequence import Sequence
from caddis.model.verdict import Verdict, Violation


class Elsewhere:
    """Tries proposals in throw-away processes; made before anything was tried here."""

    def __init__(
        self,
        laboratory: Laboratory,
        sight: Sight,
        *,
        begin: Callable[[], None],
        limit: float,
        apart: Apart,
    ) -> None:
        """`begin` is called in each child before it starts, which has `limit` seconds."""
        self._laboratory = laboratory
        self._sight = sight
        self._begin = begin
        self._limit = limit
        self._known = len(sight.covered())
        self._apart = apart
        apart.begin(self._work)

    def try_out(self, proposal: Proposal, shifted: int = 0) -> Trial:
        """Try a proposal in a process forked for it; in one that is `shifted`, objects lie elsewhere."""
        encoder = Encoder()
        numbers = encoder.parts((proposal.prefix, proposal.calls))
        request = {
            "numbers": numbers,
            "calls": len(proposal.calls),
            "definitions": encoder.drain(),
            "shifted": shifted,
        }
        self._laboratory.beat.go_on()
        answer = self._apart.ask(request, self._limit)
        if isinstance(answer, Ended):
            sequence = Sequence(proposal.statements)
            if answer.lost:
                return Trial(Verdict.ILLEGAL, sequence, failure="a process of its own was lost")
            sure, why = ending(answer.kind, sequence)
            violation = Violation(answer.kind, f"the process {answer.reason}", confidence=sure, why=why)
            return Trial(Verdict.VIOLATION, sequence, violation=violation, out_of_time=answer.hung)
        self._sight.absorb(answer["reached"])
        return self._trial(proposal, answer)

    def _work(self, request: Json) -> Json:
        """In the child: try, and tell."""
        self._laboratory.beat.detach()
        self._begin()
        # forking seeds it with chance
        random.seed(self._laboratory.seed)
        # held until all is told
        ballast = taking_up(request["shifted"])
        self._laboratory.may_wait = True
        decoder = Decoder()
        decoder.learn(request["definitions"])
        statements = decoder.sequence(request["numbers"]).statements
        start = len(statements) - request["calls"]
        unknown: tuple[None, ...] = (None,) * start
        trial = self._laboratory.try_out(Proposal(statements[:start], statements[start:], unknown, unknown))
        ballast.clear()
        return {
            "verdict": trial.verdict.value,
            "length": len(trial.sequence),
            "shapes": [[home(cls) for cls in shape] for shape in trial.shapes],
            "prints": list(trial.prints),
            "extensible": list(trial.extensible),
            "violation": Encoder().violation(trial.violation) if trial.violation is not None else None,
            "out_of_time": trial.out_of_time,
            "raised": trial.raised,
            "said": trial.said,
            "refused_at": trial.refused_at,
            "made": trial.made,
            "states": trial.states,
            "label": trial.label,
            "collected": trial.collected,
            "denied": list(trial.denied),
            "failure": trial.failure,
            "usable": list(trial.usable),
            "state": trial.state,
            "reached": self._sight.covered()[self._known :],
        }

    def _trial(self, proposal: Proposal, answer: Json) -> Trial:
        classes, novelty = self._laboratory.classes, self._laboratory.novelty
        shapes = tuple(_shape(classes, names) for names in answer["shapes"])
        prints = tuple(answer["prints"])
        # the child had met nothing before: what is new to it may be old here
        extensible = tuple(
            index for index in answer["extensible"] if shapes[index] and novelty.is_new_state(prints[index])
        )
        verdict = Verdict(answer["verdict"])
        if verdict is Verdict.USEFUL and not extensible:
            verdict = Verdict.REDUNDANT
        return Trial(
            verdict,
            Sequence(proposal.statements[: answer["length"]]),
            shapes,
            prints,
            extensible,
            violation=Decoder().violation(answer["violation"]) if answer["violation"] else None,
            out_of_time=answer["out_of_time"],
            raised=answer["raised"],
            said=answer["said"],
            refused_at=answer["refused_at"],
            made=answer["made"],
            states=None if answer["states"] is None else tuple(answer["states"]),
            label=answer["label"],
            collected=answer["collected"],
            denied=tuple(answer["denied"]),
            failure=answer["failure"],
            usable=tuple(answer["usable"]),
            state=answer["state"],
        )


def _shape(classes: Classes, names: list[list[Any]]) -> Shape:
    """The shape that class names stand for; that of a value that fits nowhere if a class was made over there."""
    found = [classes.named(str(module), str(path)) for module, path in names]
    known = tuple(cls for cls in found if cls is not None)
    return known if len(known) == len(found) else REFUSED
