"""Everything a recording holds, in words: for whoever wants to know before handing it on."""

from __future__ import annotations

import json
from collections.abc import Iterator

from caddis.recording.sites import Sort
from caddis.recording.store import Recording


def contents(recording: Recording) -> Iterator[str]:
    """Lines that tell of each call, nested as they were made, and before them of each class, object and value."""
    yield f"{recording.observed} calls were heard of"
    yield ""
    for cls, bases in sorted(recording.bases.items()):
        yield f"class {cls}" + (f" ({', '.join(bases)})" if bases else "")
    yield ""
    for thing, cls in recording.objects.items():
        yield f"object {thing}: {cls}"
    yield ""
    for number, value in recording.values.items():
        yield f"value {number}: {json.dumps(value, ensure_ascii=False)}"
    yield ""
    depth: dict[int, int] = {}
    for call in recording.calls():
        level = depth[call.id] = 0 if call.parent is None else depth.get(call.parent, 0) + 1
        arguments = [
            f"{name}={json.dumps(recording.values[value], ensure_ascii=False)}"
            for name, value in zip(call.function.parameters, call.arguments, strict=True)
        ]
        process, track = call.track
        end = f" raised {call.exception}" if call.exception is not None else ""
        if call.result is not None and call.exception is None:
            end = f" -> {json.dumps(recording.values[call.result], ensure_ascii=False)}"
        write = " (write)" if call.function.sort == Sort.WRITE else ""
        where = f"{call.function.module}.{call.function.path}"
        yield f"call {call.id} in {process}.{track}: {'  ' * level}{where}({', '.join(arguments)}){end}{write}"
