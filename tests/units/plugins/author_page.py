"""The pages for plugin authors: `python tests/made.py` writes them anew, the tables from docstrings.

What a function or number means is said where it is defined; here is the text around it.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import fill
from typing import Any

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


def operation_rows() -> Iterator[str]:
    yield "| operation | what it does |\n|---|---|\n"
    for name in sorted(set(operations.__all__)):
        function = getattr(operations, name)
        errors = (inspect.getdoc(function) or "").partition("Raises:\n")[2].split()
        raised = f" Raises {' '.join(errors)}" if errors else ""
        yield f"| `{name}{signature(function, ('state',))}` | {first(function)}{raised} |\n"


def linker_rows() -> Iterator[str]:
    yield "| `link` | what it is |\n|---|---|\n"
    for name, (_, words) in attributes(Linker).items():
        yield f"| `{name}` | {words} |\n"
    for name, member in vars(Linker).items():
        if isinstance(member, property):
            yield f"| `{name}` | {first(member)} |\n"
        elif inspect.isfunction(member) and not name.startswith("_"):
            yield f"| `{name}{signature(member)}` | {first(member)} |\n"


def number_rows() -> Iterator[str]:
    yield "| `state` | type | what it is |\n|---|---|---|\n"
    for name, (kind, words) in attributes(Position).items():
        if name.startswith("_"):
            continue
        sort = kind.replace("|", "\\|")
        yield f"| `{name}` | `{sort}` | {words} |\n"


def question_rows() -> Iterator[str]:
    yield "| `state` | description |\n|---|---|\n"
    for name, member in vars(Position).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield f"| `{name}` | {first(member)} |\n"
        elif inspect.isfunction(member):
            yield f"| `{name}{signature(member)}` | {first(member)} |\n"


def slot_rows() -> Iterator[str]:
    yield "| `Slot` | what it is |\n|---|---|\n"
    for name, (_, words) in attributes(Slot).items():
        yield f"| `{name}` | {words} |\n"


def shape_rows() -> Iterator[str]:
    yield "| shape | notation |\n|---|---|\n"
    for name in SHAPES:
        yield f"| `{name}` | `{actions.form('KIND', getattr(actions, name))}` |\n"


def method_rows(of: type, names: tuple[str, ...]) -> Iterator[str]:
    yield "| method | what it does |\n|---|---|\n"
    for name in names:
        yield f"| `{name}{signature(getattr(of, name))}` | {first(getattr(of, name))} |\n"


def trait_rows(of: type, names: tuple[str, ...]) -> Iterator[str]:
    yield "| trait | meaning |\n|---|---|\n"
    for name in names:
        yield f"| `{name}` | {attributes(of)[name][1]} |\n"


def context_rows() -> Iterator[str]:
    yield "| context | effects of |\n|---|---|\n"
    for name, words in CONTEXTS.items():
        yield f"| `{name}` | {words} |\n"


def door_groups() -> dict[str, list[str]]:
    """The names that a plugin can import, by what its author wants to write: `verb`, `decision`."""
    found = re.findall(r"# What \w+ ([a-z ]+) needs\.\n__all__ \+?= \[(.*?)\]", DOOR.read_text("utf-8"), re.DOTALL)
    return {group: re.findall(r'"(\w+)"', names) for group, names in found}


TABLES: Mapping[str, Callable[[], Iterator[str]]] = {
    "operations": operation_rows,
    "linker": linker_rows,
    "numbers": number_rows,
    "questions": question_rows,
    "slots": slot_rows,
    "shapes": shape_rows,
    "contexts": context_rows,
    "verbs": lambda: method_rows(Verb, VERB_METHODS),
    "verb traits": lambda: trait_rows(Verb, VERB_TRAITS),
    "traits": lambda: trait_rows(Frame, TRAITS),
    "frames": lambda: method_rows(Frame, FRAME_METHODS),
    "sources": lambda: method_rows(ActionSource, SOURCE_METHODS),
    "checks": lambda: method_rows(Check, ("passes", "explain")),
}
"""The tables of the pages by their names."""


def pages() -> dict[Path, str]:
    """Returns the whole pages by their files."""
    text = TEXT.read_text("utf-8")
    for name, rows in TABLES.items():
        text = text.replace(f"<!-- table: {name} -->\n", "".join(rows()))
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
