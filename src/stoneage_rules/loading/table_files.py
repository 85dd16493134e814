"""Reads a table file, with the files that it extends, into the settings of one table.

A file's own settings override those of the file that it extends: options and required versions one by one, `seats` as a
whole.  `modules` and `resolve` are added to those of the extended file; `without` removes modules.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.errors import check_type
from stoneage_rules.language.faults import Fault
from stoneage_rules.language.fields import field
from stoneage_rules.loading.table import UNCHECKED, Table, is_path, named_twice, read_settings, with_source
from stoneage_rules.packs import spans
from stoneage_rules.packs.diagnostics import NOWHERE, Diagnostic, TextPlace
from stoneage_rules.packs.find import Source, read_source
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.spans import value_at
from stoneage_rules.text import listed, nearest

MOST_FILES = 8
"""Maximum length of an `extends` chain."""
MOST_NAMES = 500
"""The most files of a folder among which a similar name is sought."""

AT_THE_TOP = "the settings of a table file stand at its top, above every header; `[table]` heads those in files of tests"


@attrs.frozen
class TableFile(Table):
    """A table file: the settings of a table, and the table file that they extend."""

    extends: str | None = field("the table file whose settings it takes over, by its path from this one", default=None)
    without: tuple[str, ...] = field("modules of that file that are not played with here", default=())


def read_table(path: str | Path) -> Table:
    """Reads a table file, with the files that it extends; relative paths are resolved against the folder of each file.

    Raises:
        ContentError: a file is missing, cannot be read or is not TOML, has an unknown key or a value of the wrong type, or
            the files extend each other in a circle.
    """
    return read_checked(path, lambda folder, table: ())


def read_checked(path: str | Path, further: Callable[[Path, Table], Iterable[Fault]]) -> Table:
    """Reads a table file as `read_table` does; `further` yields further faults of the settings of one file in a folder."""
    check_type(path, "path", (str, os.PathLike), "the file of a table")
    report = Report()
    sources = list(_chain(Path(path), report))
    tables = [_structured(source, report, partial(further, Path(source.file).parent)) for source in sources]
    _check(report)
    if len(sources) == 1:
        folder = Path(path).parent.resolve()
        modules = tuple(_resolved(module, folder) for module in tables[0].modules)
        return with_source(attrs.evolve(tables[0], modules=modules), sources[0])
    merged = _Merged(report)
    for source in reversed(sources):
        merged.add(source)
    _check(report)
    source = merged.source(sources)
    return with_source(Table.from_dict(source.data), source)


def _check(report: Report) -> None:
    if report.diagnostics:
        report.unchecked |= dict.fromkeys(UNCHECKED)
        raise report.error()


def _structured(source: Source, report: Report, further: Callable[[Table], Iterable[Fault]]) -> Table:
    """Returns the settings of one file, and reports their faults."""
    table, faults = read_settings(source.data, TableFile, further)
    for fault in faults:
        is_misplaced = fault.code == "SA202" and not fault.outer and fault.path[-1] in {"table", *attrs.fields_dict(TableFile)}
        report.add(attrs.evolve(fault, help=AT_THE_TOP) if is_misplaced else fault, source)
    if "without" in source.data and "extends" not in source.data:
        help = 'write `extends = "..."` above it, or leave the modules out of `modules`'
        report.add(Fault("SA303", "modules taken from no table", "this file extends none", help=help, path=("without",)), source)
    fields = {part.name: getattr(table, part.name) for part in attrs.fields(Table) if part.init}
    return Table(**fields)


def _resolved(module: str, folder: Path) -> str:
    """Returns a module as settings name it: the path of a pack is made absolute."""
    return str(folder / module) if is_path(module) else module


# --- the files, one after the other -------------------------------------------------------------------------------


def _chain(path: Path, report: Report) -> Iterator[Source]:
    """Yields a table file, the file that it extends, and so on; reports why one of them cannot be read."""
    seen: list[tuple[Path, Source]] = []
    shown = str(path)
    while True:
        source, diagnostics, text = read_source(path, shown)
        for diagnostic in diagnostics:
            report.texts.setdefault(shown, text)
            report.add_once(diagnostic if path.exists() or seen else _not_there(path, shown))
        if source is None:
            return
        yield source
        seen.append((path.resolve(), source))
        base = source.data.get("extends")
        if not isinstance(base, str):
            return
        path = path.parent / base
        shown = os.path.normpath(path)
        fault = _extending(path, base, seen)
        if fault is not None:
            report.add(fault, source)
            return


def _extending(path: Path, base: str, seen: Sequence[tuple[Path, Source]]) -> Fault | None:
    """Returns the fault of the file that the last one extends, if there is one."""
    if not os.path.isfile(path):  # names of any length, unlike `Path.is_file`
        name = None if os.path.isdir(path) else _near(path)
        near = Path(base).with_name(name).as_posix() if name else None
        label = f"there is no file `{path.name}`" if path.parent.is_dir() else f"there is no folder `{Path(base).parent}`"
        label = f"`{base}` is a folder" if os.path.isdir(path) else label
        note = f"paths are looked up beside {seen[-1][1].file}"
        return Fault("SA308", "a table file that is not there", label, note, near=near, path=("extends",))
    files = [known for known, _ in seen]
    lines = [f"{source.file}:{source.span(('extends',)).line}" for _, source in seen]
    if path.resolve() in files:
        circle = lines[files.index(path.resolve()) :]
        note = f"the circle: {listed(circle)}" if len(circle) > 1 else ""
        return Fault("SA309", "table files that extend each other", "this leads back to a file before", note, path=("extends",))
    if len(seen) == MOST_FILES:
        label = f"at most {MOST_FILES} table files build on each other"
        return Fault("SA309", "too many table files", label, f"they are {listed(lines)}", path=("extends",))
    return None


def _near(path: Path) -> str | None:
    """Returns the name of the most similar TOML file in the same folder."""
    if os.path.isfile(path.with_name(f"{path.name}.toml")):
        return f"{path.name}.toml"
    names = [file.name for file in islice(path.parent.glob("*.toml"), MOST_NAMES)] if path.parent.is_dir() else []
    return nearest(path.name, sorted(names))


def _not_there(path: Path, shown: str) -> Diagnostic:
    """Returns the diagnostic of a missing table file."""
    near = _near(path)
    label = "there is no such file" if path.parent.is_dir() else "there is no such folder"
    command = f"`stoneage new --kind table {path.name}` begins one" if path.suffix == ".toml" else ""
    help = f"did you mean `{path.with_name(near)}`?" if near else command
    return Diagnostic("SA308", "a table file that is not there", TextPlace(shown, NOWHERE, label), help=help)


# --- their settings together --------------------------------------------------------------------------------------


class _Merged:
    """The settings of table files as plain data, with the origin of each; files are added from the innermost on."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.data: dict[str, Any] = {}
        self.origins: dict[spans.TomlPath, tuple[Source, spans.TomlPath]] = {}
        self.lists: dict[str, dict[str, tuple[Any, Source, spans.TomlPath]]] = {"modules": {}, "resolve": {}}
        """The elements of lists that grow with each file, each with its origin, by what makes them one."""

    def add(self, source: Source) -> None:
        """Adds the settings of a file, whose types are right, over those so far."""
        folder = Path(source.file).parent.resolve()
        self._take_away(source, folder)
        for key, value in source.data.items():
            self.origins[(key,)] = source, (key,)
            if key in self.lists:
                for index, element in enumerate(value):
                    self._add_element(key, element, folder, (source, (key, index)))
            elif key == "options":
                for pack, chosen in value.items():
                    self._add_table(("options", pack), chosen, source)
            elif key == "requires":
                self._add_table(("requires",), value, source)
            elif key not in ("extends", "without"):
                self.data[key] = value

    def source(self, files: Sequence[Source]) -> Source:
        """Returns the settings, each with its origin, as the source of the first file."""
        for key, elements in self.lists.items():
            self.data[key] = [element for element, _, _ in elements.values()]
            self.origins |= {(key, index): (source, path) for index, (_, source, path) in enumerate(elements.values())}
        origins = {path: origin for source in files for path, origin in self.origins.items() if origin[0] is source}
        return Source(files[0].file, files[0].text, self.data, origins)

    def _add_element(self, key: str, element: Any, folder: Path, origin: tuple[Source, spans.TomlPath]) -> None:
        """Adds a module unless it is present, or a decision in place of another about the same value."""
        if isinstance(element, str):
            module = _resolved(element, folder)
            first, source, path = self.lists[key].setdefault(os.path.normpath(module), (module, *origin))
            if source is origin[0] and path != origin[1]:
                self.report.add(named_twice(first, origin[1]), source)
        else:
            self.lists[key][element["datum"]] = element, *origin

    def _add_table(self, path: spans.TomlPath, values: Mapping[str, Any], source: Source) -> None:
        self.origins[path] = source, path
        table: Any = self.data
        for step in path:
            table = table.setdefault(step, {})
        table.update(values)
        self.origins |= {(*path, name): (source, (*path, name)) for name in values}

    def _take_away(self, source: Source, folder: Path) -> None:
        known = self.lists["modules"]
        for index, name in enumerate(source.data.get("without", ())):
            if known.pop(os.path.normpath(_resolved(name, folder)), None) is None:
                names = [value_at(origin.data, path) for _, origin, path in known.values()]
                note = f"its modules are {listed(names)}" if names else "it has no modules"
                label = f"the table that this file extends has no `{name}`"
                near = nearest(name, [module for module in names if not is_path(module)])
                fault = Fault("SA303", "a module that is not there", label, note, near=near, path=("without", index))
                self.report.add(fault, source)
            for key in ("options", "requires"):
                self.data.get(key, {}).pop(Path(name).stem, None)
