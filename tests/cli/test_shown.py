"""The calls that documentation shows are tried before any others."""

from __future__ import annotations

from cli.running import Project

LOCK = '''
def opened(first, second, *, turns=0):
    """Whether the numbers open the lock.

    >>> opened(4711, 815)
    False
    >>> opened(1713, 2926, turns=3)
    True
    """
    if first * second % 9973 == 5789 + turns:
        return True
    return False
'''
WITHOUT = "[tool.caddis.generate]\nwithout = ['documented']\n"


def test_arguments_that_go_together_are_passed_together(project: Project) -> None:
    """The test is the example; who goes without examples would have to be lucky."""
    project.write("lock.py", LOCK)
    run = project.generate("lock", "--steps", "2")

    assert run.summary["branches"] == {"covered": 2, "total": 2}
    assert "opened(1713, 2926, turns=3) is True" in run.files["tests/caddis/test_lock.py"]

    project.write("pyproject.toml", WITHOUT)
    assert project.generate("lock", "--steps", "10").summary["branches"]["covered"] == 1
