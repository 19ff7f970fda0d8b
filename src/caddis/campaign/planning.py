"""The job of a worker that plans an enumeration, and what the parent makes of its answer. Nothing is called."""

from __future__ import annotations

import random
from dataclasses import asdict, replace

from caddis.campaign.halt import Halt
from caddis.campaign.place import Place
from caddis.campaign.preparing import load_plugins
from caddis.campaign.process import OUT_OF_TIME, Worker
from caddis.campaign.setting import START_LIMIT, Setting
from caddis.config import Config, configure
from caddis.discover import discover
from caddis.discover.factories import made_by
from caddis.discover.target import Target
from caddis.engine.enumerating import planned
from caddis.errors import BrokenTarget, CaddisError
from caddis.model.codec import Json
from caddis.model.planning import Part, Plan, PlannedOperation


def plan(place: Place) -> None:
    """Discover, count, and tell the plan."""
    job = place.job
    targets = [Target(**target) for target in job["targets"]]
    config: Config = configure(Config(), job["config"], "job")
    random.seed(config.seed)
    api = discover(targets, config.exclude, config.private)
    plugins = load_plugins(job["plugin_files"])
    factories = made_by((*config.factories, *(factory.name for factory in plugins.factories)))
    api = replace(api, helpers={**factories, **api.helpers})
    found = planned(api, config, plugins, tuple(target.text for target in targets), job["workers"])
    place.link.send(
        "plan",
        # hexadecimal: decimals of any length are more than Python writes
        operations=[
            [
                each.operation,
                each.kind,
                [*map(hex, each.sizes)],
                [[part.depth, hex(part.size), hex(part.tests)] for part in each.parts],
            ]
            for each in found.operations
        ],
        budget=found.budget,
    )


def plan_of(setting: Setting, halt: Halt) -> Plan | None:
    """How much there is to enumerate of targets, and what of it fits; None if there was no time to tell."""
    settings = asdict(replace(setting.config, workers=None))
    names = tuple(target.text for target in setting.targets)
    job = setting.job(
        "plan",
        config={name: value for name, value in settings.items() if name not in ("json", "findings")},
        workers=setting.workers,
    )
    with Worker(job, hash_seed=0, call_limit=setting.config.timeout, start_limit=START_LIMIT) as worker:
        for event in worker.events(halt.end, lambda: halt.asked):
            if event["event"] == "failed":
                raise CaddisError(event["message"])
            if event["event"] == "plan":
                return _read(event, names, setting.config)
        if worker.death is not None and worker.death.reason != OUT_OF_TIME:
            raise BrokenTarget(", ".join(names), f"importing it {worker.death.reason}")
    return None


def _read(event: Json, targets: tuple[str, ...], config: Config) -> Plan:
    operations = tuple(
        PlannedOperation(
            name,
            kind,
            tuple(map(_number, sizes)),
            tuple(Part(depth, _number(size), _number(tests)) for depth, size, tests in parts),
        )
        for name, kind, sizes, parts in event["operations"]
    )
    return Plan(targets, operations, event["budget"], config.length)


def _number(text: str) -> int:
    return int(text, 16)
