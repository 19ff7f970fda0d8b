"""`caddis model`: what a recording teaches, drawn, and all that it holds."""

from __future__ import annotations

from pathlib import Path

import click

from caddis.cli.options import console_of
from caddis.errors import BadRecording, UnwritableOutput
from caddis.model.usage import Model
from caddis.recording.contents import contents
from caddis.recording.merging import merge
from caddis.recording.models import usage_of
from caddis.recording.store import reading
from caddis.report.model_page import page
from caddis.report.models import graphviz, mermaid, show_models


@click.command("model")
@click.argument("file")
@click.argument("wanted", metavar="[CLASS]", required=False)
@click.option(
    "--as",
    "form",
    type=click.Choice(("tree", "mermaid", "graphviz", "html")),
    default="tree",
    help="How to draw it.  [default: tree]",
)
@click.option("-o", "--output", metavar="FILE", help="Where to write it, instead of showing it.")
@click.option("--non-mutator", "non_mutators", multiple=True, metavar="NAME", help="A method that changes nothing.")
@click.option("--merge", "others", multiple=True, metavar="FILE", help="Take another recording into this one first.")
@click.option("--contents", "everything", is_flag=True, help="Show everything that the recording holds.")
def model_command(
    *,
    file: str,
    wanted: str | None,
    form: str,
    output: str | None,
    non_mutators: tuple[str, ...],
    others: tuple[str, ...],
    everything: bool,
) -> None:
    """Draw the invocation models that the recording in FILE yields: of each class, or of CLASS."""
    for other in others:
        merge(Path(file), Path(other))
    with reading(Path(file)) as recording:
        if everything:
            _give("\n".join(contents(recording)) + "\n", output)
            return
        models = list(usage_of(recording, non_mutators).models.values())
    chosen = _chosen(models, wanted, file)
    if form == "tree" and output is None:
        show_models(console_of(), chosen)
        return
    match form:
        case "mermaid":
            _give(mermaid(chosen), output)
        case "graphviz":
            _give(graphviz(chosen), output)
        case "html":
            _give(page(chosen, f"Models of {Path(file).name}"), output)
        case _:
            raise click.UsageError("a tree is shown; to write a file, name a form with --as")


def _chosen(models: list[Model], wanted: str | None, file: str) -> list[Model]:
    if not models:
        raise BadRecording(file, "no objects were made while it was recorded, so there is no model")
    if wanted is None:
        return models
    named = [model for model in models if wanted in (model.cls, model.cls.replace(":", "."), _last(model.cls))]
    if not named:
        known = ", ".join(model.cls.replace(":", ".") for model in models)
        raise BadRecording(file, f"it has no model of {wanted}; it has those of {known}")
    return named


def _last(cls: str) -> str:
    return cls.partition(":")[2].rpartition(".")[2]


def _give(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnwritableOutput(output, error.strerror) from None
