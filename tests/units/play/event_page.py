"""The tables of docs/events.md, made of the declarations of events: `python tests/made.py` writes them anew."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from page_table import table
from shipped import HERE
from sources import ROOT
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.plugin import EventKind
from units.library import WORDS

PAGE = ROOT / "docs" / "events.md"
MARK = re.compile(r"(<!-- made: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def rows(kinds: Iterable[EventKind]) -> Iterator[tuple[str, str, str]]:
    """Yields a row for each event."""
    for kind in sorted(kinds, key=lambda kind: kind.name):
        fields = [
            f"`{name}` ({field.sort}{'; **secret**' * field.is_secret}): {field.meaning}" for name, field in kind.fields.items()
        ]
        yield f"`{kind.name}`", kind.meaning, "<br>".join(fields) or "-"


def of_modules() -> Iterator[EventKind]:
    """Yields the events that the plugins of installed modules declare."""
    for id in HERE:
        plugin = installed_modules()[id].entry_point.load()
        yield from getattr(plugin, "stoneage_register_events", list)()


SECTIONS = {"library": WORDS.events.values, "modules": of_modules}


def written(page: str) -> str:
    """Returns the page with its tables made anew."""
    columns = "event | meaning | fields"
    return MARK.sub(lambda found: f"{found[1]}\n{table(columns, rows(SECTIONS[found[2]]()))}\n\n{found[3]}", page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
