"""Shows whole records of the content in pages: a link on a forge, the record's text on the site.

A page refers to a record by a link with the record's header and id as its title:

    Whole record: [`hut` of base](../../content/stoneage_base/locations.toml "location hut")

`shown` puts the text of the record below such a line, so that no page has a copy of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tomli

LINK = re.compile(r'^Whole (?:record|edit): \[[^\]]+\]\(([^)\s]+) "(\S+) (\S+)"\)$', re.MULTILINE)
FILE = re.compile(r"^Whole file: \[[^\]]+\]\(([^)\s]+)\)$", re.MULTILINE)


class WholeRecord(NamedTuple):
    """A record as a file of content contains it."""

    path: Path
    header: str
    """Such as `location` or `patch.location`."""
    text: str
    data: dict[str, Any]

    @property
    def id(self) -> str:
        """The record's id, or the target of an edit; empty for an edit of several records."""
        return str(self.data.get("id") or self.data.get("target") or "")


def records_in(path: Path) -> Iterator[WholeRecord]:
    """Yields the records of a file in their order, each with the tables below its header."""
    lines = path.read_text("utf-8").splitlines()
    heads = {at: line.strip("[] ") for at, line in enumerate(lines) if line.startswith("[")}
    begun = ""
    for at, header in heads.items():
        if lines[at].startswith("[[") and not header.startswith(f"{begun}."):
            begun = header
            ends = [other for other, head in heads.items() if other > at and not head.startswith(f"{header}.")]
            text = _without_trailing_comments(lines[at : min(ends, default=len(lines))])
            data = tomli.loads(text)
            for step in header.split("."):
                data = data[step]
            yield WholeRecord(path, header, text, data[0])  # type: ignore[index]


def _without_trailing_comments(lines: list[str]) -> str:
    while not lines[-1] or lines[-1].startswith("#"):
        lines = lines[:-1]
    return "\n".join(lines)


def shown(text: str, folder: Path) -> str:
    """Returns a page with the text of each record and file below the line that links to it.

    Raises:
        ValueError: a link leads to no record.
    """

    def record(link: re.Match[str]) -> str:
        found = [each for each in records_in(folder / link[1]) if (each.header, each.id) == (link[2], link[3])]
        if len(found) != 1:
            raise ValueError(f"{len(found)} records {link[2]} {link[3]} in {link[1]}")
        return f"{link[0]}\n\n```toml\n{found[0].text}\n```"

    def file(link: re.Match[str]) -> str:
        return f"{link[0]}\n\n```python\n{(folder / link[1]).read_text('utf-8')}```"

    return FILE.sub(file, LINK.sub(record, text))
