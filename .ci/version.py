"""Checks that a version is told alike everywhere, and writes its changes: `python .ci/version.py FILE`.

If the commit has a tag `v...`, it must be that of the version, the changes must have a date, and no page may say that there is no
release.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
UNRELEASED = {"README.md": "no release yet", "docs/install.md": "not released yet"}
"""Words of pages that the first release makes untrue."""


def text(name: str) -> str:
    """Returns the text of a file of the project."""
    return (ROOT / name).read_text("utf-8")


def found(pattern: str, name: str) -> str:
    """Returns what the group of a pattern matches in a file."""
    match = re.search(pattern, text(name), re.MULTILINE)
    if match is None:
        sys.exit(f"{name} has no line like {pattern}")
    return match[1]


def tags() -> list[str]:
    """Returns the tags of the commit."""
    command = ["git", "tag", "--points-at", "HEAD"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


def is_day(text: str) -> bool:
    """Returns whether a text is a day, as ISO 8601 writes it, and not in the future."""
    try:
        return date.fromisoformat(text) <= date.today()
    except ValueError:
        return False


def main(target: str) -> None:
    """Compares the versions, and writes the changes for the page of the release."""
    version = found(r'^__version__ = "(.+)"$', "src/stoneage_rules/_version.py")
    when = found(rf"^## {re.escape(version)} \((.+)\)$", "CHANGELOG.md")
    cited = found(r"^version: (.+)$", "CITATION.cff")
    if cited != version:
        sys.exit(f"CITATION.cff is of {cited}, and the library of {version}")
    for tag in tags():
        if tag != f"v{version}":
            sys.exit(f"the tag {tag} is not that of version {version}")
        if not is_day(when):
            sys.exit(f"CHANGELOG.md says {version} ({when}), not the day of its release, such as 2026-11-27")
        for name, words in UNRELEASED.items():
            if words in text(name):
                sys.exit(f"{name} says `{words}`")
    print(f"version {version} ({when}): {', '.join(tags()) or 'no tag to compare'}")
    section = text("CHANGELOG.md").split(f"\n## {version} ({when})\n")[1]
    Path(target).write_text(section.split("\n## ")[0].strip() + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
