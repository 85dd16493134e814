"""The pages for plugin authors: `python tests/made.py` writes them anew, the tables from docstrings.

What a function or number means is said where it is defined; here is the text around it.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from textwrap import fill
from typing import Any

from page_table import table
from sources import ROOT
from stoneage_rules.kernel import actions
from stoneage_rules.kernel.legality import ActionSource
from stoneage_rules.language.fields import CONTEXTS
from stoneage_rules.plugin import Check, Frame, Linker, Position, Slot, Verb, operations

DOCS = ROOT / "docs"
DOOR = ROOT / "src" / "stoneage_rules" / "plugin.py"
TEXT = Path(__file__).with_name("author_page.md")
"""The text of the pages; `<!-- page: NAME -->` names the page of what follows, `<!-- table: NAME -->` stands for a table."""

SHAPES = ("NOTHING", "FACE", "GOODS", "ITEM", "ITEMS", "PLACE", "PLACEMENT", "TOOLS")
TRAITS = ("exclusive", "interrupts", "can_wait")
VERB_TRAITS = ("keeps", "buys")
FRAME_METHODS = (
    "prepare", "verify", "verify_waiting", "verify_position", "known_to", "seen_by", "drop", "due",
)  # fmt: skip
VERB_METHODS = (
    "describe", "gains", "scores", "takes", "available", "obstacle", "contradictions", "reach", "clashes", "belongs_in",
)  # fmt: skip
SOURCE_METHODS = ("universe", "facts", "key", "candidates", "options", "resume", "hint")


def first(member: Any) -> str:
    """Returns the first paragraph of a docstring, in one line."""
    return " ".join((inspect.getdoc(member) or "").partition("\n\n")[0].split()).replace("|", "\\|")


def signature(function: Callable[..., Any], skip: tuple[str, ...] = ("self",)) -> str:
    """Returns the arguments of a function as it is called, without annotations."""
    parameters = inspect.signature(function).parameters.values()
    taken = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters if parameter.name not in skip]
    return f"({', '.join(str(parameter).replace(' ', '') for parameter in taken)})"


def attributes(of: type) -> dict[str, tuple[str, str]]:
    """Returns type and description of the annotated attributes of a class, as its source has them, by name."""
    (tree,) = ast.parse(inspect.getsource(of)).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for node, following in zip(tree.body, [*tree.body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            is_text = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
            found[node.target.id] = ast.unparse(node.annotation), " ".join(str(following.value.value).split()) if is_text else ""
    return found


# --- tables -------------------------------------------------------------------------------------------------------


Rows = Iterable[tuple[str, ...]]


def operation_rows() -> Rows:
    for name in sorted(set(operations.__all__)):
        function = getattr(operations, name)
        errors = (inspect.getdoc(function) or "").partition("Raises:\n")[2].split()
        raised = f" Raises {' '.join(errors)}" if errors else ""
        yield f"{name}{signature(function, ('state',))}", f"{first(function)}{raised}"


def attribute_rows(of: type, names: Iterable[str] = ()) -> Rows:
    found = attributes(of)
    return ((name, found[name][1]) for name in names or found)


def number_rows() -> Rows:
    for name, (kind, words) in attributes(Position).items():
        if not name.startswith("_"):
            sort = kind.replace("|", "\\|")
            yield name, f"`{sort}`", words


def member_rows(of: type, names: Iterable[str] = ()) -> Rows:
    """Returns a row for each method and property, by default for all that are public."""
    for name in names or vars(of):
        member = inspect.getattr_static(of, name)
        if isinstance(member, property):
            yield name, first(member)
        elif inspect.isfunction(member) and not name.startswith("_"):
            yield f"{name}{signature(member)}", first(member)


def door_groups() -> dict[str, list[str]]:
    """The names that a plugin can import, by what its author wants to write: `verb`, `decision`."""
    found = re.findall(r"# What \w+ ([a-z ]+) needs\.\n__all__ \+?= \[(.*?)\]", DOOR.read_text("utf-8"), re.DOTALL)
    return {group: re.findall(r'"(\w+)"', names) for group, names in found}


TABLES: Mapping[str, tuple[str, Callable[[], Rows]]] = {
    "operations": ("operation | what it does", operation_rows),
    "linker": ("`link` | what it is", lambda: (*attribute_rows(Linker), *member_rows(Linker))),
    "numbers": ("`state` | type | what it is", number_rows),
    "questions": ("`state` | description", lambda: member_rows(Position)),
    "slots": ("`Slot` | what it is", lambda: attribute_rows(Slot)),
    "shapes": ("shape | notation", lambda: ((name, f"`{actions.form('KIND', getattr(actions, name))}`") for name in SHAPES)),
    "contexts": ("context | effects of", CONTEXTS.items),
    "verbs": ("method | what it does", lambda: member_rows(Verb, VERB_METHODS)),
    "verb traits": ("trait | meaning", lambda: attribute_rows(Verb, VERB_TRAITS)),
    "traits": ("trait | meaning", lambda: attribute_rows(Frame, TRAITS)),
    "frames": ("method | what it does", lambda: member_rows(Frame, FRAME_METHODS)),
    "sources": ("method | what it does", lambda: member_rows(ActionSource, SOURCE_METHODS)),
    "checks": ("method | what it does", lambda: member_rows(Check, ("passes", "explain"))),
}
"""The columns and rows of the tables of the pages by their names; each row begins with a name in code."""


def pages() -> dict[Path, str]:
    """Returns the whole pages by their files."""
    text = TEXT.read_text("utf-8")
    for title, (columns, rows) in TABLES.items():
        made = table(columns, ((f"`{name}`", *rest) for name, *rest in rows()))
        text = text.replace(f"<!-- table: {title} -->\n", f"{made}\n")
    for group, names in door_groups().items():
        imported = ", ".join(f"`{name}`" for name in names)
        text = text.replace(f"<!-- names: {group} -->", fill(f"Names to import: {imported}.", 130))
    found: dict[Path, str] = {}
    for name, part in re.findall(r"<!-- page: (\S+) -->\n(.*?)(?=<!-- page: |\Z)", text, re.DOTALL):
        file = DOCS / f"{name}.md"
        found[file] = found.get(file, "") + part
    return {file: f"{text.rstrip()}\n" for file, text in found.items()}


if __name__ == "__main__":
    for file, text in pages().items():
        file.write_text(text, "utf-8")
