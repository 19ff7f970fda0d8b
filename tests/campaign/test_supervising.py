"""Workers that are started before there is a job for them."""

from __future__ import annotations

import os
from pathlib import Path

from caddis.campaign.explored import Explored
from caddis.campaign.halt import Halt
from caddis.campaign.process import Worker
from caddis.campaign.replays import Circumstances, Test, replay
from caddis.campaign.stages import _worth_observing
from caddis.campaign.supervising import PLAINLY, Manner, Standby
from caddis.model.operation import Kind, Operation, Parameter
from caddis.model.sequence import Literal, Sequence, Statement
from campaign.replayed import FILE, setting

ELSEWHERE = Manner(3, fixed_addresses=False, time_zone="XYZ-5")
SELL = Operation(Kind.FUNCTION, "shop", "", "sell", (Parameter("count"),))


def lives(worker: Worker) -> bool:
    """Whether the process of a worker is there."""
    try:
        os.kill(worker._process.pid, 0)
    except ProcessLookupError:
        return False
    return True


def selling(*counts: int) -> Sequence:
    """So many are sold, one time after the other."""
    return Sequence(tuple(Statement(SELL, (Literal(count),)) for count in counts))


def test_a_job_finds_its_worker_started(tmp_path: Path) -> None:
    """One for the same kind of job that is started in the same manner; those that are left over end."""
    where = setting(tmp_path)
    with Standby(where) as standby:
        standby.prepare(2)
        standby.prepare(2)
        standby.prepare(1, "replay", ELSEWHERE)
        started = [worker for *_, worker in standby._waiting]
        assert len(started) == 3
        assert all(map(lives, started))

        assert standby.worker(where.job("replay"), PLAINLY) not in started
        with (
            standby.worker(where.job("weigh")) as weighing,
            standby.worker(where.job("replay"), ELSEWHERE) as replaying,
        ):
            assert {weighing, replaying} == {started[0], started[2]}
    assert not any(map(lives, started))


def test_a_worker_that_waited_does_its_job(tmp_path: Path) -> None:
    """As one does that is started for it."""
    source = "import os\n\n\ndef test_it():\n    assert os.environ['PYTHONHASHSEED'] == '7'\n"
    how, tests = Circumstances(7), [Test(FILE, "test_it")]
    with Standby(setting(tmp_path)) as standby:
        standby.prepare(1, "replay", how.manner)
        seen = replay(standby, {FILE: source}, tests, circumstances=how, halt=Halt(None), deadline=None)
        assert not standby._waiting
    assert seen == {(FILE, "test_it"): None}


def test_what_leads_somewhere_and_what_is_refused_is_looked_at_first() -> None:
    """Of each place that refuses the shortest; should time run out, the others have waited."""
    plain, leading, refused, longer = selling(1), selling(1, 2, 3), selling(1, 0), selling(2, 3, 4, 0)
    explored = Explored()
    explored.cases = {plain: None, leading: None}
    explored.leading = {leading: {("shop", 1)}}
    explored.refusals = {("a", "ValueError", "shop:3"): longer, ("b", "ValueError", "shop:3"): refused}

    assert _worth_observing(explored, every=False) == [refused, leading, plain, longer]
    explored.slow.add(leading)
    assert _worth_observing(explored, every=False) == [refused, plain, longer, leading]
