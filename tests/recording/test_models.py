"""How histories are filtered and merged: the rules that the example of the paper does not need."""

from __future__ import annotations

import json
from pathlib import Path

from caddis.model.sequence import Literal
from caddis.model.usage import Held, Shaped, from_json, to_json
from recording.recorded import graph, read, recorded, sources
from subjects import recorded_lives as lives

MODULE = "subjects.recorded_lives"


def test_after_a_private_write_nobody_knows_the_state(tmp_path: Path) -> None:
    """What is called before it inside a call is another way to begin, and leads nowhere; the rest is dropped."""

    def act() -> None:
        door = lives.Door()
        door.prepare()
        door.open()

    model = recorded(tmp_path, act, MODULE).usage.models[f"{MODULE}:Door"]

    assert graph(model) == {
        "Door @ 0": {"Door.prepare @ 0", "Door.oil @ 0"},
        "Door.prepare @ 0": {"Door.open @ 0"},
        "Door.oil @ 0": set(),
        "Door.open @ 0": set(),
    }


def test_what_is_only_returned_is_no_step(tmp_path: Path) -> None:
    """Unless the object was made inside."""

    def act() -> None:
        house = lives.House()
        house.build_door().open()
        house.first_door().open()

    model = recorded(tmp_path, act, MODULE).usage.models[f"{MODULE}:Door"]

    assert sources(model) == {"House.build_door", "Door"}
    assert all("first_door" not in node.callee.path for node in model.nodes)


def test_histories_share_their_beginnings(tmp_path: Path) -> None:
    """And part where they differ."""

    def act() -> None:
        for call in ("open", "oil"):
            door = lives.Door()
            door.paint("red")
            getattr(door, call)()

    model = recorded(tmp_path, act, MODULE).usage.models[f"{MODULE}:Door"]

    assert graph(model) == {
        "Door @ 0": {"Door.paint @ 0"},
        "Door.paint @ 0": {"Door.open @ 0", "Door.oil @ 0"},
        "Door.open @ 0": set(),
        "Door.oil @ 0": set(),
    }
    assert model.histories == 2


def test_the_user_names_non_mutators(tmp_path: Path) -> None:
    """What changes only a cache is no step."""

    def act() -> None:
        door = lives.Door()
        door.paint("red")
        door.open()

    run = recorded(tmp_path, act, MODULE)
    named = read(run.file, (f"{MODULE}.Door.paint",))

    assert "Door.paint @ 0" in run.filtered[1]
    assert "Door.paint @ 0" not in named.filtered[1]


def test_methods_that_change_nothing_are_observers(tmp_path: Path) -> None:
    """If they take no arguments, and answer."""

    def act() -> None:
        door = lives.Door()
        door.open()
        door.is_open()

    assert recorded(tmp_path, act, MODULE).usage.observers == (f"{MODULE}.Door.is_open",)


def test_containers_keep_their_shape(tmp_path: Path) -> None:
    """With the classes of the objects in them."""

    def act() -> None:
        lives.House().fit([lives.Door(), lives.Door()], {"colour": "red"})

    usage = recorded(tmp_path, act, MODULE).usage
    [given] = [given for callee, given in usage.parameters.items() if callee.path == "House.fit"]

    assert given["doors"] == (Shaped("[", (Held(f"{MODULE}:Door"), Held(f"{MODULE}:Door"))),)
    assert given["options"] == (Shaped("{:", (Literal("colour"), Literal("red"))),)


def test_what_was_learned_survives_the_pipe(tmp_path: Path) -> None:
    """As JSON, to the worker and back."""

    def act() -> None:
        house = lives.House()
        house.fit([house.build_door()], {"ratio": 1.5, "raw": b"\x00", "none": None})

    usage = recorded(tmp_path, act, MODULE).usage

    assert from_json(json.loads(json.dumps(to_json(usage)))) == usage
