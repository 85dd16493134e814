"""Writes the pages of the reference that are made from the code alone; the site's configuration calls it."""

from __future__ import annotations

import importlib
import inspect
import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from textwrap import fill
from typing import Any

from rich.console import Console

import stoneage_rules as sa
from stoneage_rules.cli.app import COMMANDS, make_app

ROOT = Path(__file__).parents[1]
CODES = ROOT / "src/stoneage_rules/packs/pages"
DOORS = {
    "stoneage_rules": "What programs import: rules, states, games, records, views.",
    "stoneage_rules.policies": "Players made of code.",
    "stoneage_rules.many": "Many games, and what they come to; [Studies](../researchers.md) shows how to ask.",
    "stoneage_rules.testing": "Checks, scenarios and properties, as tests of Python.",
    "stoneage_rules.plugin": "What plugins import; [Plugins](../plugins.md) shows how the parts fit together.",
}
ADAPTERS = """# `stoneage_rules.learning`

Each adapter is a module, imported by its name; [Learners](../learners.md) shows them at work. Their numbers are those of
{py:obj}`stoneage_rules.ActionSpace` and {py:obj}`stoneage_rules.Observation`.

## Gymnasium

```{eval-rst}
.. automodule:: stoneage_rules.learning.gymnasium
   :members:
```

## PettingZoo

```{eval-rst}
.. automodule:: stoneage_rules.learning.pettingzoo
   :members:
```

## OpenSpiel

```{eval-rst}
.. automodule:: stoneage_rules.learning.openspiel
   :members:
```
"""


def write_pages(folder: Path) -> None:
    """Writes all pages into a folder, those that have changed alone, so that the next build reads no page twice."""
    folder.mkdir(exist_ok=True)
    pages = {
        "codes.md": _codes(),
        "commands.md": _commands(),
        "formats.md": _formats(),
        "reconstructed.md": _reconstructed(),
        **{f"{door}.md": _door(door) for door in DOORS},
        "stoneage_rules.learning.md": ADAPTERS,
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

Public values become plain data by `to_dict()`, and are read back by `from_dict()` of the same class; the commands write the same
with `--json`. `schema()` is the JSON Schema (draft 7). `from_dict` refuses keys that it does not know, so a client reads with the
version with which its server writes. States are not in this list: `state.to_dict()` is for `rules.state_from_dict`, and its form
may change with the rules.
"""


def _formats() -> str:
    """The keys and the schema of every public value that can be data."""
    parts = [FORMATS]
    for name, value in _names("stoneage_rules"):
        if not hasattr(value, "schema") or name == "View":
            continue
        schema = value.schema()
        rows = [f"| `{key}` | {_type(one)} | {one.get('description', '')} |" for key, one in schema["properties"].items()]
        table = "\n".join(["| key | value | what it says |", "|---|---|---|", *rows])
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


def _door(door: str) -> str:
    """The names of a door; those that another door has, too, stand on its page."""
    first = {id(value): other for other in reversed(DOORS) for _, value in _names(other)}
    own = [(name, value) for name, value in _names(door) if first[id(value)] == door]
    also = [f"{{py:obj}}`{name} <{first[id(value)]}.{name}>`" for name, value in _names(door) if first[id(value)] != door]
    parts = [f"# `{door}`", DOORS[door], *(_entry(door, name, value) for name, value in own)]
    return "\n\n".join([*parts, *([f"Also here: {', '.join(also)}."] if also else [])]) + "\n"


def _names(door: str) -> Iterator[tuple[str, object]]:
    module = importlib.import_module(door)
    for name in sorted(module.__all__, key=str.lower):
        value = getattr(module, name)
        if not inspect.ismodule(value) and not name.startswith("__"):
            yield name, value


def _entry(door: str, name: str, value: object) -> str:
    kind = "autoclass" if inspect.isclass(value) else "autofunction" if inspect.isroutine(value) else "autodata"
    options = "\n   :members:\n   :inherited-members: object, BaseException, dict, tuple" if kind == "autoclass" else ""
    return f"```{{eval-rst}}\n.. {kind}:: {door}.{name}{options}\n```"
