"""Enabling and loading modules: the one place where packs, plugins, compiler and kernel come together."""

from __future__ import annotations

import re
import weakref
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules._version import __version__
from stoneage_rules.compiler import compile_rules, kernel_language
from stoneage_rules.compiler.contributions import Contributions
from stoneage_rules.errors import ContentError, PluginError, StoneAgeError, TooManyOptions
from stoneage_rules.installed import Installed, PackPlugin, installed_modules
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.packs.build import build_content, read_manifest
from stoneage_rules.packs.content import Content, Language, Locator, Pack, Settings
from stoneage_rules.packs.diagnostics import nearest
from stoneage_rules.packs.faults import Fault
from stoneage_rules.packs.find import PackFiles, Source, read_pack, shown_names
from stoneage_rules.packs.options import option_fault
from stoneage_rules.packs.order import check_relations, in_pack_order
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.structure import Structurer, structurer_for
from stoneage_rules.packs.wording import counted, either
from stoneage_rules.plugins import Plugins, named
from stoneage_rules.table import Table, is_path, read_table, setting_of, table_error

__all__ = ["language_of", "load", "load_again"]

FEATURES = frozenset({"add-ons", "deferred-dice", "exchanges", "owned-workplaces", "standing-effects"})
"""Kernel abilities that a pack may ask for in its manifest."""

MOST_NAMED = 12
"""So many reconstructed records of a pack are named."""

_loaded: weakref.WeakValueDictionary[tuple[str, str], Ruleset] = weakref.WeakValueDictionary()
"""By digest and table: rules of one digest that come from two tables play alike, but each has actions of its own."""


def load(
    table: str | Path | Table | None = None,
    *,
    players: int | None = None,
    modules: Sequence[str] | None = None,
    edition: str | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    starting_seat: int | None = None,
    allow_reconstructed: bool | None = None,
    plugins: Sequence[Any] = (),
    source: Source | None = None,
) -> Ruleset:
    """Compiled rules for a table.

    Args:
        table: a table file, or its settings; what follows overrides them.
        players: how many play.
        modules: modules by id, and packs by the path of their folder; the base game is always there.
        edition: the edition of the base game, where editions differ.
        options: each module's options by module id.
        starting_seat: the seat that starts, from 0.
        allow_reconstructed: whether values that had to be reconstructed may be played with.
        plugins: further plugins as objects, for tests and notebooks: what the entry point of a module would name, and
            `PackPlugin(FOLDER)` for its pack.  A table file cannot name them, so what is pickled under such rules can
            be read while rules with the same digest are loaded, and nowhere else.
        source: where the settings of `table` stand, for messages.

    Raises:
        ContentError: the table, or a pack, is wrong; every finding at once.
        PluginError: a plugin is wrong; the message names plugin, hook and mend.
    """
    if not isinstance(table, Table):
        table, source = (Table(), None) if table is None else read_table(table)
    given: dict[str, Any] = {
        "players": players,
        "modules": modules if modules is None or isinstance(modules, str) else list(modules),
        "edition": edition,
        "options": None if options is None else {name: dict(chosen) for name, chosen in options.items()},
        "starting_seat": starting_seat,
        "allow_reconstructed": allow_reconstructed,
    }
    given = {name: value for name, value in given.items() if value is not None}
    table = Table.from_dict({**table.to_dict(), **given})
    return _Loader(table, source, plugins, given).load()


def language_of(table: Table) -> Language:
    """What content may say at a table: the library's own words and those of the modules' plugins.

    Raises:
        ContentError: a module is not installed.
        PluginError: a plugin is wrong.
    """
    return _language(Plugins(_Loader(table)._enabled()).contributions())


def _language(made: Contributions) -> Language:
    return kernel_language(made.verbs, made.quantities, made.limits, made.frames)


def load_again(saved: Mapping[str, Any], digest: str) -> Ruleset:
    """The ruleset with this digest, loaded from its table unless it is there already; for unpickling."""
    known = _loaded.get((digest, repr(dict(saved)))) or next((rules for key, rules in _loaded.items() if key[0] == digest), None)
    if known is not None:
        return known
    rules = _Loader(Table.from_dict(saved)).load()
    if rules.digest != digest:
        raise StoneAgeError(
            f"the rules have changed, or plugin objects are missing: saved under {digest[:12]}, now {rules.digest[:12]}"
        )
    return rules


def _found_anywhere(module: str) -> str:
    """A module as it is found from any folder: rules may be loaded again elsewhere."""
    return str(Path(module).absolute()) if is_path(module) else module


def _texts_of(rules: Ruleset) -> list[list[str]]:
    """What is written in the files that rules come from."""
    return [list(pack.files.texts.values()) for pack in rules.content.packs]


class _Loader:
    """One run from table settings to a ruleset."""

    def __init__(
        self, table: Table, source: Source | None = None, objects: Sequence[Any] = (), called: Collection[str] = ()
    ) -> None:
        self.table = table
        self.source = source
        self.objects = objects
        self.called = called
        """Settings that do not come from the table's file, whatever it says."""
        self.installed = installed_modules()

    def load(self) -> Ruleset:
        plugins = Plugins(self._enabled() | named(self.objects))
        made = plugins.contributions()
        language = _language(made)
        packs = self._packs(plugins, structurer_for(made.verbs, made.quantities))
        settings = Settings(self.table.players, self._options(packs), self.table.resolve, decided_inline=self._decides_inline())
        content = build_content(packs, settings, language, self._read_installed)
        self._check_table(content)
        try:
            rules = compile_rules(
                content,
                table=attrs.evolve(self.table, seats=(), seed=None, modules=tuple(map(_found_anywhere, self.table.modules))),
                contributions=attrs.evolve(made, code=_with_versions(made.code, packs)),
                first_seat=self.table.starting_seat,
                adjustments=plugins.questions("stoneage_roll_adjustment"),
                barriers=plugins.questions("stoneage_placement_barred"),
                locate=Locator(content),
                load_again=load_again,
            )
        except TooManyOptions as error:
            raise self._refuse("SA211", "rules with more options than can be listed", (), str(error)) from None
        key = rules.digest, repr(rules.table.to_dict())
        known = _loaded.setdefault(key, rules)
        if self.objects or _texts_of(known) != _texts_of(rules):
            # A digest tells plugin objects by their names alone, and leaves words out: these rules are those of this call.
            known = _loaded[key] = rules
        return known

    def _decides_inline(self) -> bool:
        source = self._source_of(("resolve",))
        return source is self.source and not source.written_at(("resolve",)).startswith("[[")

    def _read_installed(self) -> dict[str, PackFiles]:
        """The packs of all installed modules, for messages about what they have."""
        roots = {name: module.root for name, module in self.installed.items() if module.root is not None}
        return {name: read_pack(root, name) for name, root in roots.items()}

    def _refuse(
        self, code: str, message: str, path: tuple[str | int, ...], label: str, note: str = "", **more: Any
    ) -> ContentError:
        fault = Fault(code, message, label, note, path=path, **more)
        return table_error([fault], self._source_of(path))

    def _source_of(self, path: tuple[str | int, ...]) -> Source:
        """The table's file, or the setting itself where no file gives it."""
        if self.source is not None and (not path or (path[0] in self.source.data and path[0] not in self.called)):
            return self.source
        return setting_of(self.table.to_dict(), path)

    def _packs(self, plugins: Plugins, structurer: Structurer) -> tuple[Pack, ...]:
        report = Report()
        packs = []
        shown = shown_names([(Path(root), is_path(plugin)) for plugin, root in plugins.packs()])
        for plugin, root in plugins.packs():
            files = read_pack(Path(root), shown[Path(root)])
            manifest = read_manifest(files, structurer, report)
            if manifest is None:
                continue
            if plugin in self.installed and manifest.pack.id != plugin:
                raise PluginError(
                    f"module {plugin}: its pack calls itself `{manifest.pack.id}`; entry point and pack.toml must agree"
                )
            packs.append(Pack(manifest, files))
        report.check()
        self._refuse_twins(packs)
        check_relations(packs, __version__, FEATURES, report)
        report.check()
        return in_pack_order(packs)

    def _refuse_twins(self, packs: Sequence[Pack]) -> None:
        """Of two packs with one id, one would be passed over."""
        roots: dict[str, Path] = {}
        for pack in packs:
            if pack.id in roots:
                label = f"`{pack.id}` comes from {roots[pack.id]} and from {pack.files.root}"
                raise self._refuse("SA206", "two packs have the same id", ("modules",), label, help="leave one of them out")
            roots[pack.id] = pack.files.root

    def _enabled(self) -> dict[str, Any]:
        """Every plugin that the table enables, by name: each module's pack, and its Python where it has some."""
        installed = self.installed
        enabled: dict[str, Any] = {}
        for index, module in enumerate(self.table.modules):
            if is_path(module):
                if not Path(module).exists():
                    raise self._no_folder(Path(module), index)
                known = self._installed_at(Path(module))
                enabled |= {module: PackPlugin(module)} if known is None else known.plugins()
                continue
            known = installed.get(module)
            if known is None:
                raise self._refuse(
                    "SA301", "a pack that is not installed", ("modules", index), f"no pack is called `{module}`",
                    "installed: " + (", ".join(installed) or "none"), fix=nearest(module, installed),
                )  # fmt: skip
            enabled |= known.plugins()
        if not any(_is_base(plugin.root) for plugin in enabled.values() if isinstance(plugin, PackPlugin)):
            base = installed.get("base")
            if base is None:
                raise self._refuse("SA301", "the base game is not installed", (), "install the library with its content")
            enabled |= base.plugins()
        return enabled

    def _installed_at(self, folder: Path) -> Installed | None:
        """The module with Python that is installed from a folder: it is whole only with its Python."""
        folder = folder.resolve()
        found = (known for known in self.installed.values() if known.root and known.has_python and known.root.resolve() == folder)
        return next(found, None)

    def _no_folder(self, folder: Path, index: int) -> ContentError:
        """A pack that is named by its path, with the folder in which it was looked for."""
        name = folder.name
        place = self._source_of(("modules", index))
        beside = f"beside {place.file}" if place is self.source else "in this folder"
        label = f"there is no folder or zip file `{name}`" + ("" if folder.parent.exists() else ", nor the folder around it")
        help = f"`stoneage new {name}` makes one" if re.fullmatch("[a-z][a-z0-9-]*", name) else ""
        note = f"paths are looked up {beside}"
        return self._refuse("SA301", "a pack that is not there", ("modules", index), label, note, help=help)

    def _options(self, packs: Sequence[Pack]) -> dict[str, dict[str, Any]]:
        """Each pack's options with their values at this table."""
        values = {pack.id: {name: option.default for name, option in pack.manifest.options.items()} for pack in packs}
        given = {name: dict(chosen) for name, chosen in self.table.options.items()}
        if self.table.edition is not None:
            owner = next((pack.id for pack in packs if "edition" in pack.manifest.options), packs[0].id)
            given.setdefault(owner, {})["edition"] = self.table.edition
        for pack, chosen in given.items():
            if pack not in values:
                known = ", ".join(values)
                raise self._refuse(
                    "SA303", "options of a pack that is not at the table", ("options", pack), f"`{pack}` is not at the table",
                    f"at the table: {known}", fix=nearest(pack, values), at_key=True,
                )  # fmt: skip
            for name, value in chosen.items():
                values[pack][name] = self._option(packs, pack, name, value)
        return values

    def _option(self, packs: Sequence[Pack], pack: str, name: str, value: Any) -> Any:
        options = next(other for other in packs if other.id == pack).manifest.options
        path: tuple[str, ...] = ("options", pack, name)
        if name == "edition" and self.table.edition is not None:
            path = ("edition",)
        if name not in options:
            known = ", ".join(options) or "none"
            near = nearest(name, options)
            note = "" if near and len(options) == 1 else f"options of {pack}: {known}"
            label = f"`{pack}` has no option `{name}`"
            raise self._refuse("SA303", "an option that does not exist", path, label, note, fix=near, at_key=True)
        fault = option_fault(name, options[name], value)
        if fault is not None:
            raise table_error([attrs.evolve(fault, path=path)], self._source_of(path), "SA303")
        return value

    def _check_table(self, content: Content) -> None:
        players = self.table.players
        for kind in ("seats", "figure"):
            if not content.of(kind):
                raise self._refuse("SA204", f"a game without `[[{kind}]]`", (), f"no `{kind}` applies at this table")
        seats = content.of("seats")[0]
        if not seats.record.least <= players <= seats.record.most:
            least, most = seats.record.least, seats.record.most
            origin, rest = seats.origin_of(("most" if players > most else "least",))
            place = origin.place(rest)
            said = f"{counted(players, 'player')} {'is' if players == 1 else 'are'} too {'many' if players > most else 'few'}"
            raise self._refuse(
                "SA302", said, ("players",),
                f"{origin.pack} is for {least} to {most}", f"the number stands in {place.file}:{place.span.line}",
                help=f"write `players = {most if players > most else least}`",
            )  # fmt: skip
        if not 0 <= self.table.starting_seat < players:
            raise self._refuse("SA303", "a starting seat that is not there", ("starting_seat",), f"seats are 0 to {players - 1}")
        if len(self.table.seats) > players:
            label = f"{len(self.table.seats)} are described"
            raise self._refuse("SA303", f"more seats than the {players} players", ("seats",), label)
        if not self.table.allow_reconstructed:
            made_up: dict[str, list[str]] = {}
            for entry in content:
                if entry.reconstructed:
                    made_up.setdefault(entry.pack, []).append(entry.id)
            if made_up:
                raise self._refuse(
                    "SA304", "values that are not known to be the printed ones", ("allow_reconstructed",),
                    "such are in " + "; in ".join(f"{pack}: {_some(ids)}" for pack, ids in made_up.items()),
                    "`reconstructed` means that the printed value is not known for sure",
                    help=f"delete this line to play with them, or take {either(made_up)} out of `modules`",
                )  # fmt: skip


def _some(ids: Sequence[str]) -> str:
    more = len(ids) - MOST_NAMED
    return ", ".join(ids[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _with_versions(plugins: Sequence[str], packs: Sequence[Pack]) -> tuple[str, ...]:
    """The names of plugins, each with the version of the pack that it belongs to."""
    versions = {pack.id: f" {pack.manifest.pack.version}" for pack in packs}
    return tuple(name + versions.get(name.partition(" ")[0], "") for name in plugins)


def _is_base(root: Path) -> bool:
    """Whether a folder's pack is a base game; read loosely, the real reading comes later."""
    import tomli

    try:
        data = tomli.loads((root / "pack.toml").read_text("utf-8"))
        return bool(data["pack"]["kind"] == "base")
    except (OSError, ValueError, KeyError, TypeError):
        return False
