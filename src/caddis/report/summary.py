"""The summary as JSON, in the form DESIGN.md's contract gives; fields not built yet are left out."""

from __future__ import annotations

import json
from dataclasses import asdict

from caddis.model.events import Summary
from caddis.report.explaining import DETAILS, details


def to_json(summary: Summary) -> str:
    """The summary as JSON text."""
    data = {
        "version": 1,
        "targets": list(summary.targets),
        "seed": summary.seed,
        "elapsed_s": round(summary.elapsed, 3),
        "python": summary.python,
        "sequences": summary.sequences,
        "sequences_per_s": round(summary.rate, 1),
        "branches": _reach(summary.branches),
        "lines": _reach(summary.lines),
        "operations": summary.operations,
        "findings": [
            {
                "id": finding.id,
                "kind": finding.kind,
                "operation": finding.operation,
                "exception": finding.exception,
                "message": finding.message,
                "blame": finding.blame,
                "confidence": finding.confidence,
                "why": finding.why,
                "file": finding.location.file if finding.location else None,
                "line": finding.location.line if finding.location else None,
                "occurrences": finding.occurrences,
                "entry_points": list(finding.entry_points),
                "statements": finding.statements,
                "code": finding.code,
                "examples": [{"operation": operation, "code": code} for operation, code in finding.examples],
                "accepted": finding.accepted,
                "test": finding.test,
            }
            for finding in summary.findings
        ],
        "below_confidence": {confidence.value: count for confidence, count in summary.below.items()},
        "tests": summary.tests,
        "denied": [
            {"operation": denied.operation, "what": denied.what, "count": denied.count} for denied in summary.denied
        ],
        "changed": [asdict(changed) for changed in summary.changed],
        "crashes": [asdict(row) for row in summary.crashes],
        "worker_restarts": summary.worker_restarts,
        "files": list(summary.files),
        DETAILS: details(summary.explained),
    }
    return json.dumps(data, indent=2) + "\n"


def _reach(reach: tuple[int, int]) -> dict[str, int]:
    covered, total = reach
    return {"covered": covered, "total": total}
