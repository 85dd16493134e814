"""The findings of one run, gathered, with the changes of a text that mend them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.language.faults import PLUGIN, UNREAD, WORDS, Fault, Mend, Put, Write
from stoneage_rules.packs.diagnostics import ONLY_IF, Diagnostic, TextEdit, TextPlace, as_option_fault, sorted_diagnostics
from stoneage_rules.packs.find import Source
from stoneage_rules.packs.spans import TextSpan, TomlPath, value_at
from stoneage_rules.text import counted, listed, written_key

# --- mending ------------------------------------------------------------------------------------------------------
# Turns mends into edits of the text of a file: only mended values change; comments and layout stay.


Edits = tuple[TextEdit, ...]


def edits_of(mend: Mend, source: Source, path: TomlPath) -> Edits:
    """Returns the edits that carry out a mend at the value of a path.

    There are none where the value is not in the file, or its form is ambiguous.
    """
    return _WAYS[type(mend)](mend, source, path) if source.text else ()


def _write(mend: Any, source: Source, path: TomlPath) -> Edits:
    position = source.positions.get(path)
    if position is None:
        return ()
    return (TextEdit(source.file, position.key if mend.at_key else position.value, mend.text),)


# --- a key with its value ------------------------------------------------------------------------------------------


def _put(mend: Any, source: Source, path: TomlPath) -> Edits:
    while path and path in source.positions and not isinstance(value_at(source.data, path), Mapping):
        path = path[:-1]
    line = f"{written_key(mend.key)} = {mend.text}"
    if (*path, mend.key) in source.positions:
        return _write(Write(mend.text), source, (*path, mend.key))
    if path and path not in source.positions:
        return _table_at_the_end(path, line, source)
    if path and source.written_at(path).startswith("{"):
        return _put_between_braces(line, source, path)
    header = source.positions[path].value.line if path else 0
    if path and not source.lines[header - 1].lstrip().startswith("["):
        return ()  # A table made by dots has no lines.
    return _below(max([header, *_own_lines(source, path, header)]), line, source)


def _put_between_braces(line: str, source: Source, path: TomlPath) -> Edits:
    ends = [span.end for span in _inside(source, path)]
    whole = source.positions[path].value
    if not ends:
        return (TextEdit(source.file, whole, f"{{ {line} }}"),)
    return (TextEdit(source.file, TextSpan(*max(ends), *max(ends)), f", {line}"),)


def _inside(source: Source, path: TomlPath) -> Iterator[TextSpan]:
    """Yields the spans of all values in a container."""
    return (position.value for other, position in source.positions.items() if other[: len(path)] == path and other != path)


def _own_lines(source: Source, path: TomlPath, header: int) -> Iterator[int]:
    """Yields the last lines of all values between a header and the next."""
    last = min((line for line in _headers(source) if line > header), default=len(source.lines) + 1)
    yield from (span.end_line for span in _inside(source, path) if header < span.line < last)


def _headers(source: Source) -> Iterator[int]:
    """Yields the lines that are headers of tables: they begin with a bracket outside values."""
    within = {line for p in source.positions.values() for line in range(p.value.line + 1, p.value.end_line + 1)}
    for number, line in enumerate(source.lines, 1):
        if line.lstrip().startswith("[") and number not in within:
            yield number


def _below(number: int, line: str, source: Source) -> Edits:
    """Returns the edit that puts a line below another, or above the first."""
    if number == len(source.lines):
        column = len(source.lines[-1].removesuffix("\r")) + 1
        return (TextEdit(source.file, TextSpan(number, column, number, column), _newline(source) + line),)
    return (TextEdit(source.file, TextSpan(number + 1, 1, number + 1, 1), line + _newline(source)),)


def _newline(source: Source) -> str:
    return "\r\n" if "\r\n" in source.text else "\n"


def _table_at_the_end(path: TomlPath, line: str, source: Source) -> Edits:
    """Returns the edit that adds a table with one line at the end of a file, below an empty line."""
    newline, last = _newline(source), len(source.lines)
    column = len(source.lines[-1]) + 1
    ended = not source.lines[-1]
    text = newline.join([*([] if ended else [""]), "", f"[{'.'.join(map(written_key, path))}]", line, ""])
    if ended and (last == 1 or not source.lines[-2].strip()):
        text = text.removeprefix(newline)
    return (TextEdit(source.file, TextSpan(last, column, last, column), text),)


# --- a key of a table further out ---------------------------------------------------------------------------------


def _told_to_move(fault: Fault, source: Source, path: TomlPath) -> tuple[Fault, Edits]:
    """Returns the fault of a key below the header of a table within its own with where to move it, and the edits that do so.

    Another fault stays as it is, and so does that of a key which is given further out, too, or is a header itself.
    """
    outer = path[: -1 - fault.outer]
    around = value_at(source.data, outer)
    below = [*_headed(source, outer), *_headed(source, path[:-1])]
    if fault.help or outer == path[:-1] or len(below) < 2 or path[-1] in around or _headed(source, path):
        return fault, ()
    own, first = below[0], min(line for line in _headers(source) if line > below[0])
    header = source.lines[first - 1].partition("#")[0].strip()
    label = f"`{path[-1]}` is no key of `{source.lines[below[1] - 1].partition('#')[0].strip()}`"
    help = f"move it above `{header}`" + ("" if outer else ", to the first lines of the file")
    told = attrs.evolve(fault, code="SA202", message=UNREAD, label=label, help=help, note="", mend=None, at_key=True)
    start = source.positions[path].key.line
    last = max(span.end_line for span in (source.positions[path].value, *_inside(source, path)))
    others = (at.key.line for other, at in source.positions.items() if other[: len(path)] != path)
    if last == len(source.lines) or any(start <= line <= last for line in others):
        return told, ()
    lines = "\n".join(source.lines[start - 1 : last]).removesuffix("\r")
    above = max([own, *_own_lines(source, outer, own)]) or first - 1
    return told, (*_below(above, lines, source), TextEdit(source.file, TextSpan(start, 1, last + 1, 1), ""))


def _headed(source: Source, path: TomlPath) -> list[int]:
    """Returns the line of the header of a table; 0 for the file itself, none if the table has no header."""
    if not path:
        return [0]
    is_headed = path in source.positions and source.written_at(path).startswith("[")
    return [source.span(path).line] if is_headed and isinstance(value_at(source.data, path), Mapping) else []


_WAYS: Mapping[type, Callable[[Any, Source, TomlPath], Edits]] = {Write: _write, Put: _put}

# --- report -------------------------------------------------------------------------------------------------------
#
# Collects the diagnostics of a run, and raises them together.


FindingKey = tuple[str, str, TextPlace]

MOST_UNCHECKED = 6


def _in_other_brackets(fault: Fault, source: Source, path: TomlPath) -> Fault:
    """Returns the fault of a list in place of a table, or of a table in place of a list, with how to write its header."""
    text, value = source.written_at(path), value_at(source.data, path)
    is_list = type(value) is list
    wanted = (f"{WORDS[dict]} belongs", "` belongs") if is_list else f"{WORDS[list]} belongs"
    if not text.startswith("[[" if is_list else "[") or not fault.message.endswith(wanted) or not (is_list or fault.mend):
        return fault
    head = text.partition("]")[0]
    mend = Write(f"{head[1:]}]" if is_list else f"[{head}]]")
    return attrs.evolve(fault, help=f"write `{mend}`", mend=mend if not is_list or len(value) == 1 else None)


def diagnostic_of(fault: Fault, source: Source, base: TomlPath = (), pack: str = "") -> Diagnostic:
    """Returns a fault of a value as a diagnostic, at its place in its file."""
    source, path = source.locate(base + fault.path)
    fault = _in_other_brackets(as_option_fault(fault, value_at(source.data, path)), source, path)
    fault, moves = _told_to_move(fault, source, path)
    place = source.place(path, fault.label, key=fault.at_key)
    return Diagnostic(
        fault.code,
        fault.message,
        place,
        help=fault.help or (f"did you mean `{fault.near}`?" if fault.near else ""),
        notes=(fault.note,) if fault.note else (),
        fixes=moves if fault.mend is None else edits_of(fault.mend, *(fault.mend_at or (source, path))),
        packs=(pack,) if pack else (),
    )


class Report:
    """The diagnostics of a run, each of them once."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.texts: dict[str, str] = {}
        """The texts of files, in the order of their diagnostics."""
        self.unchecked: dict[str, None] = {}
        """Descriptions of everything that could not be checked because of the diagnostics."""
        self.home_of: Callable[[str], str] | None = None
        """Returns the help for a key of another table; None until the words of the table are known."""
        self.met = 0
        """The number of faults so far, including suppressed and repeated ones."""
        self._keys: set[FindingKey] = set()
        self._suppressed: dict[FindingKey, Diagnostic] = {}

    @property
    def suppressed(self) -> tuple[Diagnostic, ...]:
        """Diagnostics that only follow from others, and are not shown."""
        return tuple(diagnostic for key, diagnostic in self._suppressed.items() if key not in self._keys)

    def add(
        self,
        fault: Fault,
        source: Source,
        base: TomlPath = (),
        pack: str = "",
        *,
        with_packs: Callable[[Diagnostic], Diagnostic] = lambda diagnostic: diagnostic,
    ) -> None:
        """Adds the fault of a value; a fault that occurs with several sets of packs is added once.

        Args:
            fault: the fault.
            source: the file of the value.
            base: the path that the fault's path is relative to.
            pack: the pack of the value.
            with_packs: adds the other packs that are involved.
        """
        for shown in (source, *(fault.mend_at or ())[:1]):
            self.texts |= {file: text for file, text in shown.texts().items() if file not in self.texts}
        diagnostic = diagnostic_of(fault, source, base, pack)
        if self.home_of and fault.code in ("SA202", "SA208") and (not diagnostic.help or PLUGIN in diagnostic.help):
            other = PLUGIN if len(base) != 3 else ""  # a key of an edit itself, which no plugin adds
            help = self.home_of(str((base + fault.path)[-1])) or diagnostic.help or other
            diagnostic = attrs.evolve(diagnostic, help=help)
        self.met += 1
        if fault.is_suppressed:
            self._suppress(diagnostic)
        elif _key(diagnostic) not in self._keys:
            self.add_once(with_packs(diagnostic))
            for follow_up in fault.suppresses:
                # The place of its cause is the best one there is.
                self._suppress(Diagnostic(follow_up.code, follow_up.message, diagnostic.place))

    def add_at(self, fault: Fault, origin: Any, **more: Any) -> None:
        """Adds the fault of a record, an edit or a value with provenance, which all have a source, a path and a pack."""
        if fault.path[-1:] == (ONLY_IF,):
            fault = attrs.evolve(fault, outer=len(origin.path + fault.path) - 1)
        self.add(fault, origin.source, origin.path, origin.pack, **more)

    def add_once(self, diagnostic: Diagnostic) -> None:
        """Adds a diagnostic, unless it has been added before."""
        key = _key(diagnostic)
        if key not in self._keys:
            self._keys.add(key)
            self.diagnostics.append(diagnostic)

    def suppress(self, fault: Fault, source: Source, base: TomlPath = ()) -> None:
        """Counts a fault that only follows from others, without showing it."""
        self.add(attrs.evolve(fault, is_suppressed=True), source, base)

    def _suppress(self, diagnostic: Diagnostic) -> None:
        self._suppressed.setdefault(_key(diagnostic), diagnostic)

    def arrange(self, files: Iterable[str]) -> None:
        """Puts the diagnostics of the given files first, in the order of the files."""
        self.texts = {file: self.texts[file] for file in files} | self.texts

    def check(self) -> None:
        """Raises the diagnostics, if there are any.

        Raises:
            ContentError: with every diagnostic, in the order of packs, files and lines.
        """
        if self.diagnostics:
            raise self.error()

    def error(self) -> ContentError:
        """Returns the diagnostics as an error."""
        return content_error(self.diagnostics, self.texts, self.suppressed, tuple(self.unchecked))


def _key(diagnostic: Diagnostic) -> FindingKey:
    """Returns the identity of a diagnostic; the choices in its notes may differ between sets of packs."""
    return diagnostic.code, diagnostic.title, diagnostic.place


def merged_errors(errors: Sequence[ContentError]) -> ContentError:
    """Merges the errors of several tables into one."""
    report = Report()
    for error in errors:
        report.texts |= error.sources
        report.unchecked |= dict.fromkeys(error.unchecked)
        for diagnostic in error.diagnostics:
            report.add_once(diagnostic)
        for diagnostic in error.held_back:
            report._suppress(diagnostic)
    return report.error()


def content_error(
    diagnostics: Iterable[Diagnostic],
    texts: Mapping[str, str],
    suppressed: Sequence[Diagnostic] = (),
    unchecked: Sequence[str] = (),
) -> ContentError:
    """Returns an error whose text shows the diagnostics in the order of `texts` and of lines."""
    ordered = sorted_diagnostics(diagnostics, texts)
    count = "; ".join([counted(len(ordered), "error"), *remainder(len(suppressed), unchecked)])
    from stoneage_rules.packs.render import render

    return ContentError(ordered, f"{render(ordered, texts)}\n\n{count}. Nothing was loaded.", texts, suppressed, unchecked)


def remainder(suppressed: int, unchecked: Sequence[str]) -> Iterator[str]:
    """Yields the closing notes about suppressed diagnostics and unchecked content."""
    if suppressed:
        yield f"{counted(suppressed, 'follow-up error')} held back"
    named = [*unchecked[:MOST_UNCHECKED], *(["more"] if len(unchecked) > MOST_UNCHECKED else [])]
    if named:
        yield f"not checked yet: {listed(named)}"
