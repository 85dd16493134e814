"""Fixes: what a message prints ready to be written is written, and mends the fault; nothing else in the file changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import tomli

from stoneage_rules.authoring.inspection import Fixed, apply_fixes, fix
from stoneage_rules.language.faults import Mend, Put, Write
from stoneage_rules.packs.codes import codes
from stoneage_rules.packs.diagnostics import BYTE_ORDER_MARK, Diagnostic, TextEdit, TextPlace, edited
from stoneage_rules.packs.find import parse_source, read_source
from stoneage_rules.packs.report import edits_of
from stoneage_rules.packs.spans import TextSpan, TomlPath
from stoneage_rules.testing import Inspection
from units.packs.findings import BAD, findings_here, marked

FIXES = {
    folder.name: [
        edit["text"] for finding in json.loads((folder / "expected.json").read_text("utf-8")) for edit in finding["fixes"]
    ]
    for folder in sorted(BAD.iterdir())
}
"""The texts that the fixes in each bad folder write, as the file of what their author is told says."""
FOLDERS = [name for name, texts in FIXES.items() if texts]
FOLLOWED_BY = {
    "SA104-range-of-versions": {"SA520"},  # These have a manifest and nothing else.
    "SA203-good-of-another-pack": {"SA107"},  # The table of these tests has nothing but the pack; `check` adds what it requires.
    "SA205-kind-of-another-pack": {"SA107"},
}
"""Findings that a fix brings to light."""


def checked() -> Inspection:
    """Returns the findings in the current folder."""
    return Inspection("", (), tuple(findings_here()[0]), {})


def fix_here() -> Fixed:
    here = Path.cwd()
    return fix(checked, lambda path: path.is_relative_to(here))


@pytest.mark.parametrize("name", [*map(marked, FOLDERS)])
def test_a_fix_mends_its_finding_and_makes_no_other(name: str, copied: Callable[[str], Path]) -> None:
    copied(name)
    fixed = fix_here()
    assert name[:5] in {finding.code for finding in fixed.applied}
    left = {finding.code for finding in fixed.after.findings}
    assert left <= FOLLOWED_BY.get(name, set())
    assert not any(finding.fixes for finding in fixed.after.findings if finding.code not in FOLLOWED_BY.get(name, ()))


@pytest.mark.parametrize("name", [*map(marked, FOLDERS[::9])])
def test_line_ends_and_comments_around_stay_as_they_are(name: str, copied: Callable[..., Path]) -> None:
    """With other line ends and comments above and below, the fix is the same but for them."""
    plain = fixed_texts(copied(name))
    folder = copied(name, "from-windows")
    for file in folder.rglob("*.toml"):
        file.write_bytes(around(file.read_text("utf-8")).encode())
    for file, text in fixed_texts(folder).items():
        assert text.count("\n") == text.count("\r\n")
        assert TOP in text
        assert END in text
        assert tomli.loads(text) == tomli.loads(plain[file])


TOP, END = "# \u00c4lteste Regeln zuerst\r\n", "  # unten"


def around(text: str) -> str:
    """A text with the line ends of Windows, a comment above and one behind its last line; a byte order mark stays first."""
    plain = text.removeprefix(BYTE_ORDER_MARK)
    return text[: len(text) - len(plain)] + TOP + plain.replace("\n", "\r\n") + f"{END}\r\n"


def fixed_texts(folder: Path) -> dict[str, str]:
    fixed = fix_here()
    assert fixed.texts
    return {path.relative_to(folder).as_posix(): text for path, text in fixed.texts.items()}


def test_no_fix_silences_a_warning() -> None:
    assert not any("stoneage: allow" in text for texts in FIXES.values() for text in texts)


def test_the_codes_that_can_have_fixes_are_those_that_the_bad_packs_show() -> None:
    assert {name[:5] for name in FOLDERS} == {code.code for code in codes().values() if code.can_be_fixed}


# --- the edits of each sort of mend --------------------------------------------------------------------------------

TEXT = """# above
players = 3   # three
[one]  # its header
a = 1
b = [ 2, 3 ]  # two
c = { d = 4,  e = 5 }

  # between
[[two]]
id = "x"
list = [
  "p",  # about p
  "q",
  # about r
  "r"
]
[two.more]
f.g = 1

[[two]]
id = "y"
"""


@pytest.mark.parametrize(
    ("mend", "path", "old", "new"),
    [
        (Write("7"), ("players",), "players = 3 ", "players = 7 "),
        (Write("seats", at_key=True), ("players",), "players = 3", "seats = 3"),
        (Write("7"), ("one", "c", "d"), "d = 4", "d = 7"),
        (Put("players", "4"), ("players",), "= 3 ", "= 4 "),
        (Put("more", "true"), (), "# three\n", "# three\nmore = true\n"),
        (Put("h", "1"), ("one", "a"), "e = 5 }\n", "e = 5 }\nh = 1\n"),
        (Put("e", "6"), ("one", "c", "d"), "e = 5", "e = 6"),
        (Put("h", "6"), ("one", "c"), "e = 5 }", "e = 5, h = 6 }"),
        (Put("h", "6"), ("two", 0, "list", 0), '"r"\n]\n', '"r"\n]\nh = 6\n'),
        (Put("h", "6"), ("two", 1, "id"), 'id = "y"\n', 'id = "y"\nh = 6\n'),
        (Put("h", "6"), ("three",), 'id = "y"\n', 'id = "y"\n\n[three]\nh = 6\n'),
    ],
)
def test_a_mend_changes_its_own_stretch_alone(mend: Mend, path: TomlPath, old: str, new: str) -> None:
    assert mended(TEXT, mend, path) == TEXT.replace(old, new)
    windows = mended(TEXT.replace("\n", "\r\n"), mend, path)
    assert windows == TEXT.replace(old, new).replace("\n", "\r\n")


def test_at_the_end_of_a_file_without_a_last_line_break() -> None:
    assert mended("a = 1\nb = 2", Put("c", "3"), ()) == "a = 1\nb = 2\nc = 3"
    assert mended("a = 1", Put("c", "3"), ("b",)) == "a = 1\n\n[b]\nc = 3\n"
    assert mended("a = {}", Put("b", "1"), ("a",)) == "a = { b = 1 }"


CURLY = {
    "a = “b”": 'a = "b"',
    '[ “a b” ]\n„c“ = [«d», \u2018e\u2019, “f"] # “g”\n': '[ "a b" ]\n"c" = ["d", "e", "f"] # “g”\n',
    'a = "“b”"\nc = “d”': 'a = "“b”"\nc = "d"',
    "a = “the hunters\u2019 hut”.": 'a = "the hunters\u2019 hut".',
    "a = \u2018the hunters\u2019 hut\u2019": None,
    'a = “the "hut"”': None,
    "a = “C:\\huts”": None,
    "a = “no end": None,
    'a = "ends here”': None,
}
"""Texts with the marks of word processors, and what they become; None where that is not sure."""


@pytest.mark.parametrize(("text", "mended"), CURLY.items())
def test_curly_quotation_marks_become_plain_ones_where_that_is_sure(text: str, mended: str | None) -> None:
    _, (finding,), _ = parse_source(text.encode(), "f.toml")
    assert finding.code == "SA101"
    assert edited(text, finding.fixes) == (mended or text)


def test_what_is_not_written_plainly_has_no_edits() -> None:
    """A table made by dots, a value that is not there."""
    assert edits("a.b = 1", Put("c", "2"), ("a",)) == ()
    assert edits("a = 1", Write("2"), ("b",)) == ()


def edits(text: str, mend: Mend, path: TomlPath) -> tuple[TextEdit, ...]:
    source, faults, _ = parse_source(text.encode(), "f.toml")
    assert source is not None, faults
    return edits_of(mend, source, path)


def mended(text: str, mend: Mend, path: TomlPath) -> str:
    finding = Diagnostic("SA201", "t", TextPlace("f.toml", TextSpan(1, 1, 1, 2)), fixes=edits(text, mend, path))
    changed, applied, _ = apply_fixes([finding], {"f.toml": text})
    assert applied == (finding,)
    return changed["f.toml"]


# --- several at once -----------------------------------------------------------------------------------------------


def found(*edits: TextEdit) -> Diagnostic:
    return Diagnostic("SA201", repr(edits), TextPlace("f", TextSpan(1, 1, 1, 2)), fixes=edits)


def at(line: int, column: int, end: int, text: str, file: str = "f") -> TextEdit:
    return TextEdit(file, TextSpan(line, column, line, end), text)


TWO, OTHER, B = at(1, 5, 6, "2"), at(1, 5, 6, "2", "g"), at(2, 1, 1, "b = 1\n")
APPLIED = {
    # the edits of each finding; texts before, and those that change; the numbers of the findings that are applied
    "of fixes that overlap or touch the first": (
        [[TWO], [at(1, 5, 6, "3")], [at(2, 5, 6, "4")]], {"f": "a = 1\nb = 1\n"}, {"f": "a = 2\nb = 4\n"}, [0, 2]
    ),
    "the same edit of two findings once": ([[B], [B, at(1, 5, 6, "9")]], {"f": "a = 1\n"}, {"f": "a = 9\nb = 1\n"}, [0, 1]),
    "a fix in two files not in one": ([[TWO, OTHER]], {"f": "a = 1"}, {}, []),
    "a fix in two files whole": ([[TWO, OTHER]], {"f": "a = 1", "g": "b = 1"}, {"f": "a = 2", "g": "b = 2"}, [0]),
    "none that would spoil the file": ([[at(2, 1, 2, "a")]], {"f": "a = 1\nb = 1\n"}, {}, []),
}  # fmt: skip


@pytest.mark.parametrize(("edits", "before", "after", "applied"), APPLIED.values(), ids=APPLIED)
def test_fixes_are_made_whole_or_not_at_all(
    edits: list[list[TextEdit]], before: dict[str, str], after: dict[str, str], applied: list[int]
) -> None:
    findings = [found(*some) for some in edits]
    texts, made, _ = apply_fixes(findings, before)
    assert (texts, made) == (after, tuple(findings[number] for number in applied))


def test_fixes_that_undo_each_other_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is never the same twice, so that there is an end."""
    monkeypatch.chdir(tmp_path)
    Path("table.toml").write_text("x = 1", "utf-8")
    letters = iter("abababababab")

    def flips() -> Inspection:
        read_source(Path("table.toml"), "f")
        return Inspection("", (), (found(at(1, 1, 2, next(letters))),), {})

    assert len(fix(flips, lambda path: True).applied) == 2
