"""How many sequences a second the workers of a run try."""

from __future__ import annotations

from pathlib import Path

from caddis.campaign.crew import Crew
from caddis.campaign.explored import Explored
from caddis.campaign.halt import Halt
from caddis.campaign.setting import setting_of
from caddis.config import Config
from caddis.discover import locate


def rate(target: str, place: Path, config: Config, seconds: float) -> float:
    """Sequences a second of wall time, of all workers, from the first sequence on; `place` is where the target lies."""
    gains = Explored()
    setting = setting_of((locate(target, place),), config, place)
    for _ in Crew(setting, Halt(None), seconds).explore(gains):
        pass
    # the lives of several are added up
    return gains.counts["executed"] / (gains.seconds / setting.workers) if gains.seconds else 0.0
