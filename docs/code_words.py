"""What code words of pages name in the library: `sa.load`, `State.legal`, `state.why_not(action)`, `many.compare`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from api_pages import DOORS, LIBRARY, PLUGIN, TESTING, public_names

WORD = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(\(.*\))?", re.DOTALL)
"""A name, called or not."""

PREFIXES = {
    "sa": LIBRARY,
    **{door.rpartition(".")[2]: door for door in DOORS},
    "operations": f"{PLUGIN}.operations",
    "invariants": f"{TESTING}.invariants",
    "strategies": f"{TESTING}.strategies",
}
"""What pages call a module, in the order in which they are tried."""

VARIABLES = {
    "action": "Action",
    "event": "Event",
    "game": "Game",
    "game.record": "Record",
    "game.state": "State",
    "link": "Linker",
    "observation": "Observation",
    "outcome": "Outcome",
    "reason": "Reason",
    "rules": "Ruleset",
    "rules.bounds": "GameBounds",
    "self.rules": "Ruleset",
    "sheet": "ScoreSheet",
    "state": "State",
    "state.pending": "Pending",
    "state.rules": "Ruleset",
    "table": "Table",
    "view": "View",
}
"""The classes of the variables of examples."""


PAGES = {door: f"reference/{door}" for door in DOORS} | {LIBRARY: "reference/index"}
"""The pages of the modules themselves."""


def paths() -> dict[str, str]:
    """Returns where a name is described, by each door that exports it, and by itself if it is a class."""
    found: dict[str, str] = {}
    for door in DOORS:
        for name in public_names(door):
            found[f"{door}.{name.name}"] = name.path
            if name.kind == "class":
                found.setdefault(name.name, name.path)
    return found


PATHS = paths()


def candidates(text: str) -> Iterator[str]:
    """Yields the paths that a code word can mean."""
    if (word := WORD.fullmatch(text)) is None:
        return
    for start, rest in _splits(word[1]):
        if start in VARIABLES and rest:
            yield f"{PATHS[VARIABLES[start]]}.{rest}"
        if start in PREFIXES and rest:
            yield _described(f"{PREFIXES[start]}.{rest}")
        if start in PATHS:
            yield f"{PATHS[start]}.{rest}".rstrip(".")
    if "." in word[1]:
        yield word[1]


def _splits(name: str) -> Iterator[tuple[str, str]]:
    """Yields a name in two parts, the longest beginning first."""
    parts = name.split(".")
    for at in range(len(parts), 0, -1):
        yield ".".join(parts[:at]), ".".join(parts[at:])


def _described(path: str) -> str:
    """Returns a path under the door that describes it."""
    for start, rest in _splits(path):
        if start in PATHS:
            return f"{PATHS[start]}.{rest}".rstrip(".")
    return path
