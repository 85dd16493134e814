"""Lines that a message prints ready to paste: pasted as they are printed, they settle what it is about."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from shipped import named_in, needs, texts_below
from stoneage_rules.loading import load as modules
from stoneage_rules.packs.diagnostics import Diagnostic
from units.packs.findings import BAD, findings_here, only_ours

Mend = Callable[[Path, Diagnostic], None]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Path, Diagnostic]]:
    """Copies a bad folder and enters it; the one thing that is found there."""
    monkeypatch.setattr(modules, "installed_modules", only_ours)

    def copy(name: str) -> tuple[Path, Diagnostic]:
        folder = tmp_path / name
        shutil.copytree(BAD / name, folder)
        monkeypatch.chdir(folder)
        (found,), _ = findings_here()
        return folder, found

    return copy


# --- ways of pasting ------------------------------------------------------------------------------------------------


def printed(found: Diagnostic) -> list[str]:
    """The lines of TOML that the help prints apart."""
    return [line.strip() for line in found.help.split("\n")[1:]]


def in_backticks(found: Diagnostic) -> list[str]:
    """The lines of TOML that stand in the text of the help."""
    return [code for code in re.findall("`([^`]+)`", found.help) if " = " in code]


def file_of(folder: Path, found: Diagnostic) -> Path:
    return folder.parent / found.place.file if found.place.file.startswith(folder.name) else folder / found.place.file


def instead_of_the_line(number: int = 0) -> Mend:
    def mend(folder: Path, found: Diagnostic) -> None:
        file = file_of(folder, found)
        lines = file.read_text("utf-8").split("\n")
        lines[found.place.span.line - 1] = in_backticks(found)[number]
        file.write_text("\n".join(lines), "utf-8")

    return mend


def below_the_line(folder: Path, found: Diagnostic) -> None:
    add_below(file_of(folder, found), found.place.span.line, in_backticks(found)[0])


def add_below(file: Path, number: int, line: str) -> None:
    lines = file.read_text("utf-8").split("\n")
    file.write_text("\n".join([*lines[:number], line, *lines[number:]]), "utf-8")


def at_the_end(folder: Path, found: Diagnostic) -> None:
    file = file_of(folder, found)
    file.write_text("\n".join([file.read_text("utf-8"), *printed(found)]), "utf-8")


def instead_of_the_record(folder: Path, found: Diagnostic) -> None:
    file = file_of(folder, found)
    file.write_text("\n".join(printed(found)), "utf-8")


def as_a_new_file(folder: Path, found: Diagnostic) -> None:
    (folder / found.place.file / "pack.toml").write_text("\n".join(printed(found)), "utf-8")


def in_the_edit(folder: Path, found: Diagnostic) -> None:
    """In the last edit of the file, which comes last: a line of `where`, `rules` or the like."""
    file = file_of(folder, found)
    (line,) = [line.partition(": ")[2] for line in printed(found) if line.startswith("in an edit")]
    file.write_text(f"{file.read_text('utf-8')}\n{line}\n", "utf-8")


def under(header: str) -> Mend:
    """Below a header of pack.toml, which is added if it is not there; and in the table file what belongs there."""

    def mend(folder: Path, found: Diagnostic) -> None:
        file = folder / "pack.toml"
        text = file.read_text("utf-8")
        line = in_backticks(found)[0]
        file.write_text(text.replace(header, f"{header}\n{line}") if header in text else f"{text}\n{header}\n{line}\n", "utf-8")
        named = re.search('`"([a-z-]+)"` to the list `modules`', found.help)
        if named:
            (folder.parent / "table.toml").write_text(f'modules = ["{named[1]}", "./{folder.name}"]\n', "utf-8")
            os.chdir(folder.parent)

    return mend


def in_the_other_file(folder: Path, found: Diagnostic) -> None:
    add_below(folder / "village.toml", 2, in_backticks(found)[0])


PASTED: list[tuple[str, Mend]] = [
    ("SA104-no-manifest", as_a_new_file),
    ("SA104-version", instead_of_the_line()),
    ("SA108-other-version", instead_of_the_line()),
    ("SA201-adjusted-by-a-number", instead_of_the_line(0)),
    ("SA201-adjusted-by-a-number", instead_of_the_line(1)),
    ("SA202-two-forms-of-cost", below_the_line),
    ("SA203-good-of-another-pack", under("[requires]")),
    ("SA203-pack-not-named", under("[optional]")),
    ("SA204-no-target", below_the_line),
    ("SA204-no-verb", lambda folder, found: in_the_effect(folder, found)),
    ("SA209-word-of-the-library", instead_of_the_line()),
    ("SA212-too-few-tiles", at_the_end),
    ("SA213-second-range-of-players", instead_of_the_record),
    ("SA302-too-many-players", instead_of_the_line()),
    ("SA306-other-value", instead_of_the_line()),
    ("SA501-unused-option", in_the_other_file),
    ("SA504-uncited-statement", in_the_edit),
]


def in_the_effect(folder: Path, found: Diagnostic) -> None:
    file = file_of(folder, found)
    file.write_text(file.read_text("utf-8").replace("[{ ", f"[{{ {in_backticks(found)[0]}, "), "utf-8")


def marked(name: str, *values: object) -> object:
    return pytest.param(name, *values, marks=needs(*named_in(*texts_below(BAD / name))))


@pytest.mark.parametrize(("name", "mend"), [marked(*case) for case in PASTED])
def test_what_the_help_prints_mends_the_fault(name: str, mend: Mend, copied: Callable[[str], tuple[Path, Diagnostic]]) -> None:
    folder, found = copied(name)
    mend(folder, found)
    left, text = findings_here(pack=found.place.file if found.code == "SA104" and found.place.file.endswith("/") else "")
    assert found.code not in [diagnostic.code for diagnostic in left], text
    assert not [diagnostic for diagnostic in left if diagnostic.severity.value == "error"], text


# --- packs at odds --------------------------------------------------------------------------------------------------

CONFLICTS = sorted(path.name for path in BAD.glob("SA401-*"))


def ways(found: Diagnostic) -> list[list[str]]:
    """The numbered ways out, each with its lines."""
    blocks = re.split(r"\n  \d\. ", found.help)[1:]
    return [[line.strip() for line in block.split("\n")] for block in blocks]


def paste(folder: Path, lines: list[str]) -> None:
    where, *rest = lines
    code = [line for line in rest if not line.startswith(("then ", "with "))]
    if where == "in the table file, at the end:":
        table = folder / "table.toml"
        packs = ", ".join(f'"./{path.name}"' for path in sorted(folder.iterdir()) if path.is_dir())
        text = table.read_text("utf-8") if table.is_file() else f'modules = [{packs}]\n[[seats]]\nname = "Ayla"\n'
        table.write_text("\n".join([text, *code]), "utf-8")
    elif where == "in the table file, as the first row of `resolve`:":
        table = folder / "table.toml"
        (row,) = code
        table.write_text(table.read_text("utf-8").replace("resolve = [", f"resolve = [\n{row}\n"), "utf-8")
    elif where == "in both packs, instead of `set`:":
        for file in folder.glob("*/village.toml"):
            file.write_text(re.sub("set.circles = .*", code[0].replace("...", "1"), file.read_text("utf-8")), "utf-8")
    else:
        file = folder / where.removeprefix("in ").partition(",")[0]
        file.write_text("\n".join([file.read_text("utf-8"), *code]), "utf-8")


@pytest.mark.parametrize("name", [marked(name) for name in CONFLICTS])
def test_every_way_out_of_a_conflict_settles_it(
    name: str, copied: Callable[[str], tuple[Path, Diagnostic]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, found = copied(name)
    tried = ways(found)
    assert len(tried) >= 2
    for number, lines in enumerate([*tried, *map(with_the_other, tried)]):
        here = tmp_path / str(number) / name
        shutil.copytree(BAD / name, here)
        monkeypatch.chdir(here)
        paste(here, lines)
        left, text = findings_here()
        assert not [diagnostic for diagnostic in left if diagnostic.severity.value == "error"], (lines, text)


def with_the_other(lines: list[str]) -> list[str]:
    """A decision of the table in favour of the other pack."""
    other = next((use[0] for line in lines if (use := re.findall('with `(use = "[a-z-]+")`', line))), "")
    return [re.sub('use = "[a-z-]+"', other, line) if other and line.startswith(("use", "{ datum")) else line for line in lines]


def test_decisions_of_the_table_can_be_pasted_one_below_the_other(
    copied: Callable[[str], tuple[Path, Diagnostic]],
) -> None:
    """Two conflicts at once, and both of the ways out that the table has."""
    folder, _ = copied("SA401-two-values")
    for name, points in (("big-huts", 3), ("small-huts", 4)):
        file = folder / name / "village.toml"
        edit = f'[[patch.building]]\ntarget = "base:bld-01"\nset.cost.wood = {points}\n'
        file.write_text(f"{file.read_text('utf-8')}\n{edit}", "utf-8")
    found, _ = findings_here()
    assert [diagnostic.code for diagnostic in found] == ["SA401", "SA401"]
    for diagnostic in found:
        (lines,) = [lines for lines in ways(diagnostic) if lines[0].startswith("in the table file")]
        paste(folder, lines)
    left, text = findings_here()
    assert not [diagnostic for diagnostic in left if diagnostic.severity.value == "error"], text
    assert (folder / "table.toml").read_text("utf-8").count("[[resolve]]") == 2


DECIDED = ['{ datum = "building base:bld-01 cost.wood", use = "big-huts" }', ""]
INLINE = 'modules = ["./big-huts", "./small-huts"]\nresolve = [{}]\n[[seats]]\nname = "Ayla"\n'


@pytest.mark.parametrize("rows", DECIDED)
def test_a_decision_can_be_pasted_into_a_list_of_them(
    rows: str, copied: Callable[[str], tuple[Path, Diagnostic]], tmp_path: Path
) -> None:
    """To `resolve = [...]` TOML lets no `[[resolve]]` be added."""
    folder, _ = copied("SA401-two-values")
    for name, points in (("big-huts", 3), ("small-huts", 4)):
        file = folder / name / "village.toml"
        edit = f'[[patch.building]]\ntarget = "base:bld-01"\nset.cost.wood = {points}\n' if rows else ""
        file.write_text(f"{file.read_text('utf-8')}\n{edit}", "utf-8")
    table = folder / "table.toml"
    table.write_text(INLINE.format(rows), "utf-8")
    (diagnostic,), _ = findings_here()
    (lines,) = [lines for lines in ways(diagnostic) if lines[0].startswith("in the table file")]
    for choice in (lines, with_the_other(lines)):
        table.write_text(INLINE.format(rows), "utf-8")
        paste(folder, choice)
        left, text = findings_here()
        assert not [found for found in left if found.severity.value == "error"], (choice, text)
    assert "resolve" in table.read_text("utf-8")
