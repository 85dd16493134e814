"""Lines that a message prints ready to paste: pasted as they are printed, they settle what it is about."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from stoneage_rules.packs.diagnostics import Diagnostic
from units.packs.findings import BAD, findings_here, marked

Copy = Callable[..., Path]


def nothing_is_wrong(pack: str = "", code: str = "") -> None:
    left, text = findings_here(pack=pack)
    assert code not in [diagnostic.code for diagnostic in left], text
    assert not [diagnostic for diagnostic in left if diagnostic.severity.value == "error"], text


# --- lines in the help ----------------------------------------------------------------------------------------------

PASTED = [
    # folder, where the line is pasted, which of the lines in backticks it is
    ("SA104-no-manifest", "a new file"),
    ("SA104-version", "instead of the line"),
    ("SA108-other-version", "instead of the line"),
    ("SA201-adjusted-by-a-number", "instead of the line"),
    ("SA201-adjusted-by-a-number", "instead of the line", 1),
    ("SA202-two-forms-of-cost", "below the line"),
    ("SA203-good-of-another-pack", "[requires]"),
    ("SA203-pack-not-named", "[optional]"),
    ("SA204-no-target", "below the line"),
    ("SA204-no-verb", "in the effect"),
    ("SA209-word-of-the-library", "instead of the line"),
    ("SA212-too-few-tiles", "at the end"),
    ("SA213-second-range-of-players", "instead of all"),
    ("SA302-too-many-players", "instead of the line"),
    ("SA306-other-value", "instead of the line"),
    ("SA501-unused-option", "in the other file"),
    ("SA504-uncited-statement", "in the last edit"),
]


def paste(folder: Path, found: Diagnostic, where: str, number: int) -> None:
    printed = [line.strip() for line in found.help.split("\n")[1:]]
    line = [*(code for code in re.findall("`([^`]+)`", found.help) if " = " in code), "", ""][number]
    at = found.place.span.line
    file = folder.parent / found.place.file if found.place.file.startswith(folder.name) else folder / found.place.file
    if where == "a new file":
        file = file / "pack.toml"
        file.touch()
    elif where == "in the other file":
        file, at = folder / "village.toml", 2
    elif where.startswith("["):
        file = folder / "pack.toml"
    lines = file.read_text("utf-8").split("\n")
    if where in ("a new file", "instead of all"):
        lines = printed
    elif where == "at the end":
        lines += printed
    elif where == "in the last edit":
        lines += [edit.partition(": ")[2] for edit in printed if edit.startswith("in an edit")]
    elif where == "in the effect":
        lines = [each.replace("[{ ", f"[{{ {line}, ") for each in lines]
    elif where == "instead of the line":
        lines[at - 1] = line
    elif where.startswith("["):
        lines = lines if where in lines else [*lines, where]
        lines.insert(lines.index(where) + 1, line)
    else:
        lines.insert(at, line)
    file.write_text("\n".join(lines), "utf-8")
    named = re.search('`"([a-z-]+)"` to the list `modules`', found.help)
    if named:
        (folder.parent / "table.toml").write_text(f'modules = ["{named[1]}", "./{folder.name}"]\n', "utf-8")
        os.chdir(folder.parent)


@pytest.mark.parametrize(("name", "where", "number"), [marked(*case, *[0] * (3 - len(case))) for case in PASTED])
def test_what_the_help_prints_mends_the_fault(name: str, where: str, number: int, copied: Copy) -> None:
    folder = copied(name)
    (found,), _ = findings_here()
    paste(folder, found, where, number)
    nothing_is_wrong(found.place.file if where == "a new file" else "", found.code)


# --- packs at odds --------------------------------------------------------------------------------------------------


def ways(found: Diagnostic) -> list[list[str]]:
    """The numbered ways out, each with its lines, and those of the table in favour of the other pack."""
    blocks = [[line.strip() for line in block.split("\n")] for block in re.split(r"\n  \d\. ", found.help)[1:]]
    return [*blocks, *map(with_the_other, blocks)]


def with_the_other(lines: list[str]) -> list[str]:
    other = next((use[0] for line in lines if (use := re.findall('with `(use = "[a-z-]+")`', line))), "")
    return [re.sub('use = "[a-z-]+"', other, line) if other and line.startswith(("use", "{ datum")) else line for line in lines]


def settle(folder: Path, lines: list[str]) -> None:
    """Pastes the lines of a way out."""
    where, *rest = lines
    code = "\n".join(line for line in rest if not line.startswith(("then ", "with ")))
    file, table = folder / where.removeprefix("in ").partition(",")[0], folder / "table.toml"
    if where == "in both packs, instead of `set`:":
        for file in folder.glob("*/village.toml"):
            file.write_text(re.sub("set.circles = .*", code.replace("...", "1"), file.read_text("utf-8")), "utf-8")
        return
    if where.startswith("in the table file"):
        file = table
        if not table.is_file():
            packs = ", ".join(f'"./{path.name}"' for path in sorted(folder.iterdir()) if path.is_dir())
            table.write_text(f'modules = [{packs}]\n[[seats]]\nname = "Ayla"\n', "utf-8")
    text = file.read_text("utf-8")
    if where == "in the table file, as the first row of `resolve`:":
        file.write_text(text.replace("resolve = [", f"resolve = [\n{code}\n"), "utf-8")
    else:
        file.write_text(f"{text}\n{code}", "utf-8")


@pytest.mark.parametrize("name", [marked(path.name) for path in sorted(BAD.glob("SA401-*"))])
def test_every_way_out_of_a_conflict_settles_it(name: str, copied: Copy) -> None:
    copied(name)
    (found,), _ = findings_here()
    assert len(ways(found)) >= 4
    for number, lines in enumerate(ways(found)):
        settle(copied(name, into=str(number)), lines)
        nothing_is_wrong()


def set_the_price_too(folder: Path) -> None:
    for name, price in (("big-huts", 3), ("small-huts", 4)):
        with (folder / name / "village.toml").open("a", encoding="utf-8") as file:
            file.write(f'\n[[patch.building]]\ntarget = "base:bld-01"\nset.cost.wood = {price}\n')


def in_the_table_file(found: Diagnostic) -> list[list[str]]:
    return [lines for lines in ways(found) if lines[0].startswith("in the table file")]


def test_decisions_of_the_table_can_be_pasted_one_below_the_other(copied: Copy) -> None:
    folder = copied("SA401-two-values")
    set_the_price_too(folder)
    found, _ = findings_here()
    assert [diagnostic.code for diagnostic in found] == ["SA401", "SA401"]
    for diagnostic in found:
        settle(folder, in_the_table_file(diagnostic)[0])
    nothing_is_wrong()


@pytest.mark.parametrize("rows", ['{ datum = "building base:bld-01 cost.wood", use = "big-huts" }', ""])
def test_a_decision_can_be_pasted_into_a_list_of_them(rows: str, copied: Copy) -> None:
    """To `resolve = [...]` TOML lets no `[[resolve]]` be added."""
    folder = copied("SA401-two-values")
    if rows:
        set_the_price_too(folder)
    table = f'modules = ["./big-huts", "./small-huts"]\nresolve = [{rows}]\n[[seats]]\nname = "Ayla"\n'
    Path("table.toml").write_text(table, "utf-8")
    (diagnostic,), _ = findings_here()
    for choice in in_the_table_file(diagnostic):
        Path("table.toml").write_text(table, "utf-8")
        settle(folder, choice)
        nothing_is_wrong()
