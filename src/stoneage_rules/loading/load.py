"""Enabling and loading modules: the one place where packs, plugins, compiler and kernel come together."""

from __future__ import annotations

import re
import weakref
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules._version import __version__
from stoneage_rules.compiler import compile_rules, language_of_words
from stoneage_rules.compiler.contributions import Contributions
from stoneage_rules.errors import PluginError, StoneAgeError, TooManyOptions
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.installed import Installed, PackPlugin, installed_modules
from stoneage_rules.loading.plugin_manager import QUESTIONS, Plugins, named
from stoneage_rules.loading.table import Table, is_path, read_table
from stoneage_rules.loading.validation import Choices
from stoneage_rules.packs.build import build_content
from stoneage_rules.packs.content import Language, Locator, Pack, Settings
from stoneage_rules.packs.findings.diagnostics import nearest
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.reading.find import PackFiles, Source, read_pack, shown_names
from stoneage_rules.packs.records.structure import Structurer, structurer_for
from stoneage_rules.packs.resolution.loadable import Packs, read_packs

__all__ = ["language_of", "load", "load_again"]

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
    loader = _Loader(table)
    _, made = loader._contributed()
    loader.report.check()
    return language_of_words(made)


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
        self.objects = objects
        self.report = Report()
        self.choices = Choices(table, source, called, self.report)
        self.installed = installed_modules()

    def load(self) -> Ruleset:
        plugins, made = self._contributed()
        language = language_of_words(made)
        packs = self._packs(plugins, structurer_for(made.verbs, made.quantities))
        before = len(self.report.found)
        options = self.choices.options(packs.read) if packs.read else {}
        self.choices.check_seats()
        self.choices.check_decisions()
        of_table = len(self.report.found) - before
        settings = Settings(self.table.players, options, self.table.resolve, decided_inline=self.choices.decides_inline)
        content = build_content(packs.sound, settings, language, self._read_installed, self.report)
        self.choices.check_content(content, is_whole=len(self.report.found) == of_table)
        self.report.check()
        try:
            rules = compile_rules(
                content,
                table=attrs.evolve(self.table, seats=(), seed=None, modules=tuple(map(_found_anywhere, self.table.modules))),
                contributions=attrs.evolve(made, code=_with_versions(made.code, packs.sound)),
                first_seat=self.table.starting_seat,
                questions={hook: plugins.questions(hook) for hook in QUESTIONS},
                locate=Locator(content),
                load_again=load_again,
            )
        except TooManyOptions as error:
            self.choices.refuse("SA211", "rules with more options than can be listed", (), str(error))
            raise self.report.error() from None
        key = rules.digest, repr(rules.table.to_dict())
        known = _loaded.setdefault(key, rules)
        if self.objects or _texts_of(known) != _texts_of(rules):
            # A digest tells plugin objects by their names alone, and leaves words out: these rules are those of this call.
            known = _loaded[key] = rules
        return known

    def _read_installed(self) -> dict[str, PackFiles]:
        """The packs of all installed modules, for messages about what they have."""
        roots = {name: module.root for name, module in self.installed.items() if module.root is not None}
        return {name: read_pack(root, name) for name, root in roots.items()}

    def _contributed(self) -> tuple[Plugins, Contributions]:
        """The plugins that the table enables, and what they contribute."""
        enabled = self._enabled() | named(self.objects)
        try:
            plugins = Plugins(enabled)
            return plugins, plugins.contributions()
        except PluginError:
            # What is wrong with the table may be what is wrong with the plugin.
            self.report.check()
            raise

    def _packs(self, plugins: Plugins, structurer: Structurer) -> Packs:
        found = [(plugin, Path(root)) for plugin, root in plugins.packs()]
        shown = shown_names([(root, is_path(plugin)) for plugin, root in found])
        files = {read_pack(root, shown[root]): plugin for plugin, root in found}
        packs = read_packs(files, structurer, __version__, plugins.features(), self.report, self.choices.absent, self.installed)
        for pack in packs.read:
            plugin = files[pack.files]
            if plugin in self.installed and pack.id != plugin:
                raise PluginError(f"module {plugin}: its pack calls itself `{pack.id}`; entry point and pack.toml must agree")
        for first, second in packs.twins:
            # Of two packs with one id, one would be passed over.
            label = f"`{first.id}` comes from {first.files.root} and from {second.files.root}"
            self.choices.refuse("SA206", "two packs have the same id", ("modules",), label, help="leave one of them out")
        return packs

    def _enabled(self) -> dict[str, Any]:
        """Every plugin that the table enables, by name: each module's pack, and its Python where it has some."""
        installed = self.installed
        enabled: dict[str, Any] = {}
        for index, module in enumerate(self.table.modules):
            if is_path(module):
                if not Path(module).exists():
                    self._refuse_folder(Path(module), index)
                    continue
                known = self._installed_at(Path(module))
                enabled |= {module: PackPlugin(module)} if known is None else known.plugins()
                continue
            known = installed.get(module)
            if known is None:
                self._refuse_module(module, index)
                continue
            enabled |= known.plugins()
        if not any(_is_base(plugin.root) for plugin in enabled.values() if isinstance(plugin, PackPlugin)):
            base = installed.get("base")
            if base is None:
                self.choices.refuse("SA301", "the base game is not installed", (), "install the library with its content")
                raise self.report.error()
            enabled |= base.plugins()
        return enabled

    def _refuse_module(self, module: str, index: int) -> None:
        near = nearest(module, self.installed)
        self.choices.absent += [module, near or module]
        self.choices.refuse(
            "SA301", "a pack that is not installed", ("modules", index), f"no pack is called `{module}`",
            "installed: " + (", ".join(self.installed) or "none"), fix=near,
        )  # fmt: skip

    def _installed_at(self, folder: Path) -> Installed | None:
        """The module with Python that is installed from a folder: it is whole only with its Python."""
        folder = folder.resolve()
        found = (known for known in self.installed.values() if known.root and known.has_python and known.root.resolve() == folder)
        return next(found, None)

    def _refuse_folder(self, folder: Path, index: int) -> None:
        """Refuses a pack that is named by its path, with the folder in which it was looked for."""
        name = folder.name
        self.choices.absent.append(folder.stem)
        place = self.choices.source_of(("modules", index))
        beside = f"beside {place.file}" if place is self.choices.source else "in this folder"
        label = f"there is no folder or zip file `{name}`" + ("" if folder.parent.exists() else ", nor the folder around it")
        help = f"`stoneage new {name}` makes one" if re.fullmatch("[a-z][a-z0-9-]*", name) else ""
        note = f"paths are looked up {beside}"
        self.choices.refuse("SA301", "a pack that is not there", ("modules", index), label, note, help=help)


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
