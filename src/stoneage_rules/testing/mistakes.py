"""The mistakes of plugins that supervised games have shown, each with who makes it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

__all__ = ["Blame", "Findings"]


@attrs.frozen
class Blame:
    """A method, effect or hook of a plugin, in words, and the line at which it is to be mended."""

    what: str
    line: str = ""


@attrs.define
class Findings:
    """The mistakes that were seen, by the check that tells of them."""

    problems: dict[str, dict[str, None]] = attrs.field(factory=dict)
    calls: int = 0
    """The number of calls that were watched."""

    def note(self, check: str, blamed: Blame, problem: str) -> None:
        """Notes a mistake, once."""
        self.problems.setdefault(check, {})[f"{blamed.what}: {problem}{blamed.line}"] = None

    def counts(self) -> Mapping[str, int]:
        """Returns the number of different mistakes of the checks whose mistakes a call within a call shows, too."""
        return {check: self.count(check) for check in ("random", "quiet", "steady")}

    def count(self, check: str) -> int:
        """Returns the number of different mistakes of a check."""
        return len(self.problems.get(check, ()))
