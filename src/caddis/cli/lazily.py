"""Commands that are imported when they are asked for: each needs much that the others do without."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click


class Lazily(click.Group):
    """A group some of whose commands are known by name only, as `module:command`."""

    def __init__(self, *arguments: Any, lazily: dict[str, str] | None = None, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._lazily = lazily or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted({*super().list_commands(ctx), *self._lazily})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in self._lazily:
            return super().get_command(ctx, cmd_name)
        module, _, name = self._lazily[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command
