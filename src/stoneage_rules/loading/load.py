"""Loads the rules of a table, and caches the last ones."""

from __future__ import annotations

import os
import sys
import weakref
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import count
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

import attrs

from stoneage_rules._version import __version__
from stoneage_rules.compiler.compile import compile_rules
from stoneage_rules.errors import PluginError, StoneAgeError, TooManyOptions, check_type
from stoneage_rules.hookspecs import CONTENT
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.binding import MOST_PLAYERS
from stoneage_rules.language.forms import Structurer
from stoneage_rules.loading.installed import Installed, PackPlugin, engine_of, installed_modules, package_of
from stoneage_rules.loading.plugin_manager import QUESTIONS, Plugins, plugin_names
from stoneage_rules.loading.table import Table, TableValidation, is_path, named, named_twice
from stoneage_rules.mechanics import MECHANISMS
from stoneage_rules.packs.build import build_content
from stoneage_rules.packs.content import Language, Pack, Settings
from stoneage_rules.packs.find import MANIFEST, MOST_BYTES_OF_A_PACK, OPEN, PackFiles, Source, bytes_in, read_pack, shown_names
from stoneage_rules.packs.load_order import Packs, read_packs
from stoneage_rules.packs.report import Report

# --- recent -------------------------------------------------------------------------------------------------------
#
# The rules that were loaded last are used again for the same table as long as their ingredients are unchanged.


MOST_KEPT = 16

Ingredients = tuple[Any, ...]
"""Everything that rules are made of, the table first: the same ingredients give the same rules."""

RECENT: OrderedDict[str, tuple[Ingredients, Ruleset]] = OrderedDict()
"""The rules of each table with their ingredients, least recently used first."""


def ingredients_of(table: Table, installed: Mapping[str, Installed], plugins: Mapping[str, Any]) -> Ingredients | None:
    """Returns the ingredients of a table's rules, or None if a change of them might go unnoticed.

    Args:
        table: the settings.
        installed: all modules that are installed.
        plugins: the packs and modules that the table enables, by name.
    """
    packs = [plugin for plugin in plugins.values() if type(plugin) is PackPlugin]
    modules = [plugin for plugin in plugins.values() if type(plugin) is not PackPlugin]
    library = installed["base"].entry_point.dist
    own = {package_of(found.entry_point) for found in installed.values() if found.entry_point.dist is library}
    # The dependencies of other packages' Python are unknown: its hooks are called each time.
    if OPEN.get() is not None or not all(_is_of(own, module) and not hasattr(module, CONTENT) for module in modules):
        return None
    try:
        here = os.getcwd()
    except OSError:
        return None
    files = [bytes_in(pack.root) for pack in packs]
    # The settings go with the current folder, which decides what relative paths mean.
    made_of = f"{here} {table!r}", installed, (*MECHANISMS, *_held_by(modules)), files
    return None if None in files else made_of


def _is_of(packages: Collection[str], plugin: Any) -> bool:
    return isinstance(plugin, ModuleType) and plugin.__name__.partition(".")[0] in packages


def _held_by(modules: Iterable[ModuleType]) -> Iterator[Any]:
    """Yields every module of the modules' packages, each followed by its contents."""
    packages = {module.__name__.partition(".")[0] for module in modules}
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in packages and isinstance(module, ModuleType):
            yield module
            yield from vars(module).values()


# --- load ---------------------------------------------------------------------------------------------------------
#
# Loads rules from a table: enables its modules, merges their packs, and compiles them.


_loaded: weakref.WeakValueDictionary[int, Ruleset] = weakref.WeakValueDictionary()
"""Rulesets in use, in the order of loading: those with the same digest play alike, but each has separate actions."""

_NUMBERS = count()

_LOCK = Lock()
"""Held while a ruleset joins those in use, so that threads that load the same table get the same one."""


def load(
    table: str | Path | Table | Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    modules: Sequence[str | Path] | None = None,
    edition: str | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    first_seat: int | None = None,
    allow_reconstructed: bool | None = None,
    plugins: Sequence[object] = (),
) -> Ruleset:
    """Compiles the rules for a table.

    Args:
        table: a table file, its settings, or the same as plain data; the following arguments override them.
        players: the number of players.
        modules: modules by id, and packs by the path of their folder; without a base game among them, the usual one is added.
        edition: the edition of the base game, where editions differ.
        options: each module's options by module id.
        first_seat: the seat that starts, from 0.
        allow_reconstructed: whether reconstructed values are allowed.
        plugins: further plugins as objects, for tests and notebooks: the object of a module's entry point, and
            `PackPlugin(FOLDER)` for its pack. Table files cannot name them, so pickles made under such rules can be read only
            while rules with the same digest are loaded.

    Raises:
        ContentError: the table or a pack has errors; the exception lists all of them.
        PluginError: a plugin has a mistake; the message names the plugin, the hook and the fix.
    """
    table = table_of(table)
    settings: dict[str, Any] = {
        "players": players,
        "modules": [*map(named, modules)] if isinstance(modules, Iterable) and not isinstance(modules, str) else modules,
        "edition": edition,
        "options": _in_dict(options, _in_dict),
        "first_seat": first_seat,
        "allow_reconstructed": allow_reconstructed,
    }
    overrides = {name: value for name, value in settings.items() if value is not None}
    return _Loader(Table.from_dict({**table.to_dict(), **overrides}), table._source, plugins, overrides).load_or_keep()


def _in_dict(value: Any, part: Callable[[Any], Any] = lambda value: value) -> Any:
    """Returns any mapping as a dict, its values changed by a function; other values are refused with the other settings."""
    return {key: part(inner) for key, inner in value.items()} if isinstance(value, Mapping) else value


TableLike = Ruleset | Table | Mapping[str, Any] | str | Path
"""Compiled rules, or anything that `load` takes."""


def table_of(table: Table | Mapping[str, Any] | str | Path | None) -> Table:
    """Returns the settings that somebody names; None for the usual ones."""
    if table is None or isinstance(table, Mapping):
        return Table.from_dict(table or {})
    if isinstance(table, Table):
        return table
    check_type(table, "table", (str, os.PathLike), "the file of a table, its settings, or a mapping of them")
    # Imported here, because most programs name no table file.
    from stoneage_rules.loading.table_files import read_table

    return read_table(table)


def language_of(table: Table) -> Language:
    """Returns the words that content can use at a table: the library's own and those of the modules' plugins.

    Raises:
        ContentError: a module is not installed.
        PluginError: a plugin has a mistake.
    """
    loader = _Loader(table)
    _, language = loader.language()
    loader.report.check()
    return language


def load_again(saved: Mapping[str, Any], digest: str) -> Ruleset:
    """Returns the ruleset with a digest, from those in use or loaded from its saved table; for unpickling.

    Raises:
        StoneAgeError: the table's rules have another digest now.
    """
    known = _in_use(digest, saved)
    if known is not None:
        return known
    rules = _Loader(Table.from_dict(saved)).load()
    if rules.digest != digest:
        raise StoneAgeError(
            f"the rules have changed, or plugin objects are missing: saved under {digest[:12]}, now {rules.digest[:12]}"
        )
    return rules


def _texts_of(rules: Ruleset) -> list[list[tuple[str, str]]]:
    """Returns all files that rules come from, by pack: their names, which depend on the current folder, and their texts."""
    return [list(pack.files.texts.items()) for pack in rules.content.packs]


def _in_use(digest: str, saved: Mapping[str, Any]) -> Ruleset | None:
    """Returns the ruleset with a digest that was loaded last, of this table if there is one."""
    rulesets = [rules for ref in _loaded.valuerefs() if (rules := ref()) is not None and rules.digest == digest]
    return max(reversed(rulesets), key=lambda rules: rules.table.to_dict() == saved, default=None)


class _Loader:
    """One run from table settings to a ruleset.

    Args:
        table: the settings.
        source: the table's file, if there is one.
        objects: plugins that are handed over as objects.
        overridden: the settings that do not come from the file.
    """

    def __init__(
        self, table: Table, source: Source | None = None, objects: Sequence[Any] = (), overridden: Collection[str] = ()
    ) -> None:
        self.table = table
        self.objects = objects
        self.report = Report()
        self.installed = installed_modules()
        self.validation = TableValidation(table, source, overridden, self.report, self.installed)

    def load_or_keep(self) -> Ruleset:
        """Returns the rules that were made before if their ingredients are unchanged, else runs all steps.

        Raises:
            ContentError: the table or a pack has errors.
            PluginError: a plugin has a mistake.
        """
        made_of = None if self.objects else ingredients_of(self.table, self.installed, self.enabled)
        if made_of is None or self.report.met:
            return self.load()
        kept, rules = RECENT.pop(made_of[0], (None, None))
        if rules is None or kept != made_of or _in_use(rules.digest, rules.table.to_dict()) is not rules:
            rules = self.load()
        RECENT[made_of[0]] = made_of, rules
        while len(RECENT) > MOST_KEPT:
            RECENT.popitem(last=False)
        return rules

    def load(self) -> Ruleset:
        """Runs all steps.

        Raises:
            ContentError: the table or a pack has errors.
            PluginError: a plugin has a mistake.
        """
        plugins, language = self.language()
        packs = self._packs(plugins, Structurer(language.verbs, language.quantities))
        before = len(self.report.diagnostics)
        options = self.validation.options(packs.read) if packs.read else {}
        self.validation.check_requires(packs.read)
        self.validation.check_seats()
        self.validation.check_decisions()
        of_table = len(self.report.diagnostics) - before
        # A table may come from a stranger: refuse a billion players before anything is made for each of them.
        players = min(self.table.players, MOST_PLAYERS)
        settings = Settings(players, options, self.table.resolve, decided_inline=self.validation.decides_inline)
        content = build_content(packs.loadable, settings, language, self._read_installed, self.report)
        self.validation.check_content(content, self._read_installed, is_whole=len(self.report.diagnostics) == of_table)
        self.report.check()
        try:
            rules = compile_rules(
                content,
                table=self.table._as_played(),
                language=attrs.evolve(language, code=_with_versions(language.code, packs.loadable)),
                first_seat=self.table.first_seat,
                questions={hook: plugins.questions(hook) for hook in QUESTIONS},
                locate=content.locate,
                load_again=load_again,
            )
        except TooManyOptions as error:
            self.validation.refuse("SA211", "rules with more options than can be listed", (), str(error))
            raise self.report.error() from None
        rules.accelerate(engine_of)
        return self._joined(rules)

    def _joined(self, rules: Ruleset) -> Ruleset:
        """Returns the rules in use that are the same as these, or adds these to them."""
        saved = rules.table.to_dict()
        with _LOCK:
            known = _in_use(rules.digest, saved)
            # A digest covers only the names of plugin objects, and no texts: other rules with the same digest can differ.
            if self.objects or known is None or known.table.to_dict() != saved or _texts_of(known) != _texts_of(rules):
                known = _loaded[next(_NUMBERS)] = rules
        return known

    def _read_installed(self) -> dict[str, PackFiles]:
        """Reads all installed packs, for suggestions in messages."""
        roots = {name: module.root for name, module in self.installed.items() if module.root is not None}
        return {name: read_pack(root, name) for name, root in roots.items()}

    def language(self) -> tuple[Plugins, Language]:
        """Imports the plugins that the table enables, and collects all words.

        Raises:
            ContentError: a plugin has a mistake, and the table has errors that may be its cause.
            PluginError: a plugin has a mistake.
        """
        enabled = self.enabled | plugin_names(self.objects)
        try:
            plugins = Plugins(enabled)
            return plugins, plugins.language()
        except PluginError:
            self.report.check()
            raise

    def _packs(self, plugins: Plugins, structurer: Structurer) -> Packs:
        """Reads the manifests of the packs, and reports packs with the same id.

        Raises:
            PluginError: an installed module's pack has another id than its entry point.
        """
        roots = [(plugin, Path(root)) for plugin, root in plugins.packs()]
        shown = shown_names([(root, is_path(plugin)) for plugin, root in roots])
        files = {read_pack(root, shown[root]): plugin for plugin, root in roots}
        absent = self.validation.absent
        packs = read_packs(files, structurer, __version__, plugins.features(), self.report, absent, self.installed)
        for pack in packs.read:
            plugin = files[pack.files]
            if plugin in self.installed and pack.id != plugin:
                raise PluginError(f"module {plugin}: its pack calls itself `{pack.id}`; entry point and pack.toml must agree")
        for first, second in packs.twins:
            id, one, other = first.id, first.files.root, second.files.root
            names = [shown[one], shown[other]]
            with suppress(ValueError):  # another drive
                names = [os.path.relpath(name) for name in names]
            label, help = f"`{id}` comes from `{names[0]}` and from `{names[1]}`", "leave one of them out"
            if one.resolve() == other.resolve():
                label = f"`{id}` is named by its id and by its folder"
            else:
                help += f", or give one another id: in its pack.toml, wherever names in its files begin with `{id}:` or `{id}.`, "
                help += f"and in tables for `[options.{id}]`"
            self.validation.refuse("SA206", "two packs have the same id", ("modules",), label, help=help)
        return packs

    @cached_property
    def enabled(self) -> dict[str, Any]:
        """Returns every plugin that the table enables, by name: the pack of each module, and its Python if it has any."""
        installed = self.installed
        enabled: dict[str, Any] = {}
        known_as: dict[str, str] = {}
        for index, module in enumerate(self.table.modules):
            root = module if is_path(module) else getattr(installed.get(module), "root", None)
            name = os.path.realpath(root) if root and os.path.exists(root) else module
            if name in known_as:
                path = "modules", index
                self.report.add(named_twice(known_as[name], path), self.validation.source)
                continue
            known_as[name] = module
            if is_path(module):
                if not os.path.exists(module):  # names of any length, unlike `Path.exists`
                    self.validation.refuse_folder(Path(module), index)
                    continue
                known = self._installed_at(Path(module))
                enabled |= {module: PackPlugin(module)} if known is None else known.plugins()
                continue
            known = installed.get(module)
            if known is None:
                self.validation.refuse_module(module, index)
                continue
            enabled |= known.plugins()
        if not any(_is_base(plugin.root) for plugin in enabled.values() if isinstance(plugin, PackPlugin)):
            base = installed.get("base")
            if base is None:
                self.validation.refuse("SA301", "the base game is not installed", (), "install the library with its content")
                raise self.report.error()
            enabled |= base.plugins()
        return enabled

    def _installed_at(self, folder: Path) -> Installed | None:
        """Returns the module with Python that is installed from a folder, so that its pack is never enabled without it."""
        folder = folder.resolve()
        modules = (module for module in self.installed.values() if module.root and module.has_python)
        return next((module for module in modules if module.root and module.root.resolve() == folder), None)


def _with_versions(plugins: Sequence[str], packs: Sequence[Pack]) -> tuple[str, ...]:
    """Adds to each plugin name the version of its pack."""
    versions = {pack.id: f" {pack.manifest.pack.version}" for pack in packs}
    return tuple(name + versions.get(name, "") for name in plugins)


def _is_base(root: Path) -> bool:
    """True if a folder's pack is a base game; manifests with errors are not, and are reported later."""
    import tomli

    path = root / MANIFEST
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES_OF_A_PACK:  # a device might never end
            return False
        return bool(tomli.loads(path.read_text("utf-8"))["pack"]["kind"] == "base")
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False
