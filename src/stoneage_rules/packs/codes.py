"""The register of diagnostic codes, read from the Markdown pages beside this file.

A page gives the title of a code, its level, its meaning, its remedy and an example.  SA1 is about reading files
and about packs as wholes, SA2 about records, SA30 about tables, the rest of SA3 about edits, SA4 about packs that disagree,
SA5 about content that is allowed but odd.  A code is never reused, even when its check is gone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import attrs

PAGES = Path(__file__).with_name("pages")
PAGE = re.compile(
    r"# (?P<code>SA\d{3}): (?P<title>[^\n]+)\n\n"
    r"Level: (?P<level>error|warning|note)(?P<can_be_fixed>, can be fixed)?\n\n(?P<meaning>.+)\n\n"
    r"## What to do\n\n(?P<mend>.+)\n\n## Example\n\n```text\n(?P<example>.*)\n```\n",
    re.DOTALL,
)


@attrs.frozen
class Code:
    """A kind of diagnostic, as explained to the authors of packs."""

    code: str
    title: str
    """One general sentence."""
    level: str
    """`error`, `warning` or `note`."""
    can_be_fixed: bool = attrs.field(converter=bool)
    """True if some of its diagnostics have a fix."""
    meaning: str
    """The fault and its consequences, in the words of TOML and of the game."""
    mend: str
    """The remedy, for the author of a pack."""
    example: str
    """A diagnostic as the terminal shows it."""

    @property
    def kept_by(self) -> str:
        """How to allow a warning: the comment that allows it; empty for errors, and for findings about comments."""
        if self.level != "warning" or self.code in NOT_ALLOWED:
            return ""
        return f"To keep it as it is, write the reason on its line or the line above: `# stoneage: allow {self.code} because ...`"

    @property
    def fixed_by(self) -> str:
        """How to have it mended, if messages with this code can have a fix; else empty."""
        shown = "Where the message shows what to write or to delete, `stoneage check --fix` does it"
        return shown if self.can_be_fixed else ""


NOT_ALLOWED = {"SA503", "SA509"}
"""Warnings about table files, and about the comments themselves."""


@cache
def codes() -> Mapping[str, Code]:
    """Returns every code by its name, in order; the pages are read on the first call.

    Raises:
        ValueError: a page is malformed.
    """
    pages = sorted(PAGES.glob("*.md"))
    return MappingProxyType({page.stem: read_page(page.stem, page.read_text("utf-8")) for page in pages})


def read_page(name: str, text: str) -> Code:
    """Reads the page of a code.

    Raises:
        ValueError: it is the page of another code, or lacks a section.
    """
    page = PAGE.fullmatch(text)
    if page is None or page["code"] != name:
        raise ValueError(f"pages/{name}.md is no page of {name}")
    return Code(**page.groupdict())
