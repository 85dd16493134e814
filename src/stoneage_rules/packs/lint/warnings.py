"""Makes warnings, as diagnostics, about the value at a path of a file."""

from __future__ import annotations

from typing import Any

import attrs

from stoneage_rules.packs.findings.diagnostics import Diagnostic, Severity
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import diagnostic_of
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path

__all__ = ["odd"]


def odd(code: str, title: str, source: Source, path: Path, label: str = "", pack: str = "", **more: Any) -> Diagnostic:
    """Returns a warning about the value at a path of a file."""
    severity = more.pop("severity", Severity.WARNING)
    fault = Fault(code, title, label, path=path, at_key=more.pop("at_key", True))
    fault = attrs.evolve(fault, near=more.pop("near", None))
    return attrs.evolve(diagnostic_of(fault, source, (), pack), severity=severity, **more)
