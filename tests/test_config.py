"""Settings come from the nearest pyproject.toml; what is wrong with them is said in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from caddis.config import PARTS, Config, FilterConfig, GenerateConfig, configure, load_config, nearest_pyproject
from caddis.errors import BadConfiguration


def settings(directory: Path, text: str) -> Config:
    """The configuration that a pyproject.toml gives."""
    file = directory / "pyproject.toml"
    file.write_text(text, encoding="utf-8")
    return load_config(file)


def complaint(directory: Path, text: str) -> str:
    """What is said of a pyproject.toml, without the path it begins with."""
    with pytest.raises(BadConfiguration) as caught:
        settings(directory, text)
    said = str(caught.value)
    assert said.startswith(str(directory / "pyproject.toml"))
    assert "\n" not in said
    return said.removeprefix(str(directory / "pyproject.toml"))


def test_without_a_file_or_a_section_the_defaults_hold(tmp_path: Path) -> None:
    """The paper's, where it has any."""
    assert load_config(None) == settings(tmp_path, "") == settings(tmp_path, "[tool.other]\nx = 1") == Config()
    assert Config().time == 120
    assert (Config().generate.repetition, Config().generate.max_repetition) == (0.1, 100)
    assert Config().filters == FilterConfig(equality=True, null=True, exceptions=True)


def test_settings_are_taken_over(tmp_path: Path) -> None:
    """Of every kind, in sections, with dashes or underscores."""
    text = """
    [tool.caddis]
    time = 30
    steps = 500
    seed = -1
    strategy = "undirected"
    equality = "state"
    exclude = ["a.*", "b"]
    private = true
    json = "out.json"
    [tool.caddis.generate]
    repetition = 0
    max-repetition = 7
    none_ratio = 0.5
    [tool.caddis.filters]
    equality = false
    [tool.caddis.literals]
    int = [42]
    str = ["x", ""]
    """

    assert settings(tmp_path, text) == Config(
        time=30,
        steps=500,
        seed=-1,
        strategy="undirected",
        equality="state",
        exclude=("a.*", "b"),
        private=True,
        json="out.json",
        generate=GenerateConfig(repetition=0, max_repetition=7, none_ratio=0.5),
        filters=FilterConfig(equality=False),
        literals={"int": (42,), "str": ("x", "")},
    )


def test_an_unknown_key_is_named(tmp_path: Path) -> None:
    """With the section it stands in, and the keys there are."""
    top = complaint(tmp_path, "[tool.caddis]\ntiem = 3")
    inner = complaint(tmp_path, "[tool.caddis.filters]\nequals = true")

    assert top.startswith(": [tool.caddis]: unknown key 'tiem'; known are all_tests, allow, baseline, check, checks, ")
    assert inner == ": [tool.caddis.filters]: unknown key 'equals'; known are equality, exceptions, null"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('time = "long"', "time: must be a number, not 'long'"),
        ("time = true", "time: must be a number, not True"),
        ("time = 0", "time: must be positive, not 0"),
        ("steps = 1.5", "steps: must be a whole number, not 1.5"),
        ("steps = 0", "steps: must be positive, not 0"),
        ("steps = true", "steps: must be a whole number, not True"),
        ('seed = "x"', "seed: must be a whole number, not 'x'"),
        ("output = 1", "output: must be a string, not 1"),
        ("json = 1", "json: must be a string, not 1"),
        ("private = 1", "private: must be true or false, not 1"),
        ('exclude = "a"', "exclude: must be a list of strings, not 'a'"),
        ("exclude = [1]", "exclude: must be a list of strings, not [1]"),
        ('strategy = "random"', "strategy: must be one of feedback, undirected, model, enumerate, not 'random'"),
        ("equality = []", "equality: must be one of equals, state, not []"),
        ("depth = 7", "depth: must be at most 6, not 7: deeper is past all counting"),
        ("depth = 0", "depth: must be positive, not 0"),
        ("length = -1", "length: must be at least 0, not -1"),
        ("timeout = -1", "timeout: must be positive, not -1"),
        ("max-tests = 0", "max-tests: must be positive, not 0"),
        ("max-tests = 'few'", "max-tests: must be a whole number, not 'few'"),
    ],
)
def test_a_wrong_value_is_named(tmp_path: Path, line: str, said: str) -> None:
    """With its key, what it must be and what it is."""
    assert complaint(tmp_path, f"[tool.caddis]\n{line}") == f": [tool.caddis] {said}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.caddis.generate]\nrepetition = -1", "[tool.caddis.generate] repetition: must be at least 0, not -1"),
        ("[tool.caddis.filters]\nnull = 0", "[tool.caddis.filters] null: must be true or false, not 0"),
        ("[tool.caddis]\nfilters = 1", "[tool.caddis.filters]: must be a table"),
        ("[tool]\ncaddis = 1", "[tool.caddis]: must be a table"),
        ("[tool.caddis]\nliterals = 1", "[tool.caddis]: literals must be a table of lists by type name"),
        ("[tool.caddis.literals]\nlist = [1]", "[tool.caddis]: literals.list: give lists for int, float, str,"),
        ("[tool.caddis.literals]\nint = 1", "[tool.caddis]: literals.int: give lists for int, float, str,"),
        ("[tool.caddis.literals]\nint = [true]", "[tool.caddis]: literals.int: True is not of that type"),
    ],
)
def test_a_wrong_section_is_named(tmp_path: Path, text: str, said: str) -> None:
    """Down to the literal."""
    assert complaint(tmp_path, text).removeprefix(": ").startswith(said)


def test_a_tool_that_is_no_table_is_an_error(tmp_path: Path) -> None:
    """It says so."""
    assert "table" in complaint(tmp_path, "tool = 1")


@pytest.mark.parametrize("key", ["repetition", "none_ratio"])
def test_a_share_is_at_most_one(tmp_path: Path, key: str) -> None:
    """It is a probability."""
    assert complaint(tmp_path, f"[tool.caddis.generate]\n{key} = 5")


def test_a_time_is_a_number(tmp_path: Path) -> None:
    """TOML can say `nan`."""
    assert complaint(tmp_path, "[tool.caddis]\ntime = nan")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Whether it is no TOML, no text, or not there."""
    assert complaint(tmp_path, "[tool.caddis").startswith(": cannot be read:")
    (tmp_path / "pyproject.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadConfiguration, match="cannot be read"):
        load_config(tmp_path / "pyproject.toml")
    with pytest.raises(BadConfiguration, match="cannot be read"):
        load_config(tmp_path / "missing.toml")


def test_later_settings_win() -> None:
    """The command line is configured on top of the file; what it does not say stays."""
    file: Config = configure(Config(), {"time": 30, "filters": {"null": False}}, "file")
    both = configure(file, {"time": 5, "filters": {"equality": False}}, "command line")

    assert both == Config(time=5, filters=FilterConfig(equality=False, null=False))
    assert file.time == 30


def test_the_nearest_pyproject_is_taken(tmp_path: Path) -> None:
    """Of this directory or the closest one above."""
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    assert nearest_pyproject(inner) == tmp_path / "pyproject.toml"

    (tmp_path / "a" / "pyproject.toml").touch()
    assert nearest_pyproject(inner) == tmp_path / "a" / "pyproject.toml"


def test_what_can_be_done_without_is_known_by_name(tmp_path: Path) -> None:
    """A name that means nothing is an error of one line, with those that do."""
    text = "[tool.caddis.generate]\nwithout = "

    assert settings(tmp_path, f'{text}["edges", "names"]').generate.without == ("edges", "names")
    assert "must be a list of some of attention," in complaint(tmp_path, f'{text}["edgs"]')
    assert "must be a list of strings" in complaint(tmp_path, f"{text}true")


def test_what_can_be_done_without_is_documented() -> None:
    """Each in a row of its own."""
    page = Path(__file__).parent.parent / "docs" / "reference" / "configuration.md"
    rows = [line.split("`")[1] for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]

    assert [part for part in PARTS if rows.count(part) != 1] == []
