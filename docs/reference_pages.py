"""Writes the pages of the reference that are made from the code alone; the site's configuration calls it."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from textwrap import fill
from typing import Any

from api_pages import api_pages, public_names
from rich.console import Console

import stoneage_rules as sa
from stoneage_rules.cli.app import COMMANDS, make_app

ROOT = Path(__file__).parents[1]
CODES = ROOT / "src/stoneage_rules/packs/pages"


def write_pages(folder: Path) -> None:
    """Writes all pages into a folder, those that have changed alone, so that the next build reads no page twice."""
    folder.mkdir(exist_ok=True)
    pages = {
        "codes.md": _codes(),
        "commands.md": _commands(),
        "formats.md": _formats(),
        "reconstructed.md": _reconstructed(),
        **dict(api_pages()),
    }
    for name, source in {"contributing.md": "CONTRIBUTING.md", "changes.md": "CHANGELOG.md"}.items():
        pages[name] = re.sub(r"\]\((?!\w+:|#)", "](../../", (ROOT / source).read_text("utf-8"))
    for name, text in pages.items():
        page = folder / name
        if not page.exists() or page.read_text("utf-8") != text:
            page.write_text(text, "utf-8")


def _codes() -> str:
    """Every code with its page, and with the example that the page shows."""
    pages = ["# Codes of diagnostics", "`stoneage explain CODE` prints each of these pages at the terminal."]
    for page in sorted(CODES.glob("*.md")):
        text = re.sub(r"^## (.+)$", r"**\1**", page.read_text("utf-8").strip(), flags=re.MULTILINE)
        pages.append(f"({page.stem.lower()})=\n#{text}")
    return "\n\n".join(pages) + "\n"


def _commands() -> str:
    parts = ["# The commands in full", "Each command as `--help` prints it. [Exit codes](../commands.md) are the same for all."]
    names = [place.partition(":")[2].replace("_", "-") for place in COMMANDS]
    parts += [f"## `stoneage {name}`\n\n```text\n{_help(name)}\n```" for name in names]
    return "\n\n".join(parts) + "\n"


def _help(command: str) -> str:
    """The help of a command in lines that a page has room for, without what is the same for all."""
    shown = StringIO()
    console = Console(file=shown, width=10_000, markup=False, highlight=False, emoji=False)
    make_app((command,)).help_print([command], console=console)
    lines = shown.getvalue().partition("Exit codes of every command:")[0].strip().splitlines()
    set_in = {True: " " * 6, False: ""}
    wrapped = (
        fill(line.rstrip(), 88, subsequent_indent=set_in[line.startswith(" ")], break_on_hyphens=False, break_long_words=False)
        for line in lines
    )
    return "\n".join(wrapped)


FORMATS = """# JSON formats

The data of [public values](data.md), which the commands write with `--json`, too. `from_dict` refuses keys that it does not know,
so a client reads with the version with which its server writes. States are not in this list: `state.to_dict()` is for
`rules.state_from_dict`, and its form may change with the rules.
"""


def _formats() -> str:
    """The keys and the schema of every public value that can be data."""
    parts = [FORMATS]
    for name, _, value in sorted(public_names("stoneage_rules")):
        if not hasattr(value, "schema") or name == "View":
            continue
        schema = value.schema()
        rows = [f"| `{key}` | {_type(one)} | {one.get('description', '')} |" for key, one in schema["properties"].items()]
        table = "\n".join(["| key | value | meaning |", "|---|---|---|", *rows])
        text = f"<details><summary>Schema</summary>\n\n```json\n{json.dumps(schema, indent=2)}\n```\n\n</details>"
        parts.append(f"## {name}\n\n{schema['description']}\n\n{table}\n\n{text}")
    return "\n\n".join(parts) + "\n"


def _type(schema: dict[str, Any]) -> str:
    """What a key holds, in the words of JSON."""
    kinds = schema.get("type", "anything")
    words = " or ".join([kinds] if isinstance(kinds, str) else kinds)
    items = schema.get("items", {})
    inner = " and ".join(map(_type, items)) if isinstance(items, list) else _type(items) if items else ""
    return f"{words} of {inner}" if inner else words


RECONSTRUCTED = """# Reconstructed values

The printed sheets of some expansions are not public. Values that were found nowhere, and had to be made to fit, are marked in the
content. They are listed here with their values, by module; everything else was read in a rulebook, or in several independent
sources. `allow_reconstructed = false` in a table refuses to play with them. If you own the game, a pack with the values of your
own set replaces them: [printed-values](../house-rules-cards.md#printed-values) is one to begin with.
"""


def _reconstructed() -> str:
    """Every record with values that are reconstructed, as it is at the table of all modules."""
    rules = sa.load(players=5, modules=["style-is-the-goal", "wild-animals", "igloos", "harsh-winter", "yucata"])
    rows: dict[str, list[str]] = {}
    for kind in sorted(rules.kinds):
        for one in rules.definitions(kind):
            if one.reconstructed or one.confidence == "reconstructed":
                which = ", ".join(f"`{key}`" for key in one.reconstructed) or "all"
                pack = one.address.split()[-1].partition(":")[0]
                rows.setdefault(pack, []).append(f"| `{one.address}` | {which} | {one.words} |")
    head = "| record | reconstructed | its values |\n|---|---|---|"
    return "\n\n".join([RECONSTRUCTED, *("\n".join([f"## `{pack}`\n", head, *rows[pack]]) for pack in sorted(rows))]) + "\n"
