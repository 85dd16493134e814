"""The rules that were loaded last, for loading the same table again while nothing that they are made of has changed."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from threading import Lock
from types import ModuleType
from typing import Any

import attrs

from stoneage_rules.hookspecs import CONTENT
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.described import Described
from stoneage_rules.loading.installed import Installed, PackPlugin, package_of
from stoneage_rules.loading.plugin_manager import all_mechanisms
from stoneage_rules.loading.table import Table
from stoneage_rules.packs.reading.pack_paths import bytes_in
from stoneage_rules.packs.reading.unsaved import OPEN

__all__ = ["MOST_KEPT", "RECENT", "Ingredients", "RecentRules", "ingredients_of"]

MOST_KEPT = 16


@attrs.frozen(eq=False)
class Ingredients(Described):
    """Everything that rules are made of, so that rules of the same ingredients need not be made again."""

    table: str
    """The settings and the current folder, which decides what relative paths mean."""
    installed: Mapping[str, Installed]
    code: tuple[Any, ...]
    """The mechanisms, and the plugins' modules with all that they hold; compared by identity."""
    files: tuple[Mapping[str, bytes], ...]
    """The files of each pack, by path."""

    def equals(self, other: Ingredients) -> bool:
        """Returns whether rules made of these are also those made of the others."""
        return (
            self.table == other.table
            and self.installed == other.installed
            and len(self.code) == len(other.code)
            and all(mine is theirs for mine, theirs in zip(self.code, other.code, strict=True))
            and self.files == other.files
        )


class RecentRules:
    """Rulesets by the table that they were loaded for; the one that was not asked for longest goes first."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most = most
        self._kept: dict[str, tuple[Ingredients, Ruleset]] = {}
        """Those that were asked for last stand last."""
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, ingredients: Ingredients) -> Ruleset | None:
        """Returns the rules that were made of these ingredients, or None; those of the same table that are outdated go."""
        with self._lock:
            kept = self._kept.pop(ingredients.table, None)
            if kept is None or not kept[0].equals(ingredients):
                return None
            self._kept[ingredients.table] = kept
            return kept[1]

    def keep(self, ingredients: Ingredients, rules: Ruleset) -> None:
        """Keeps rules, in place of those of the same table."""
        with self._lock:
            self._kept.pop(ingredients.table, None)
            self._kept[ingredients.table] = ingredients, rules
            while len(self._kept) > self.most:
                del self._kept[next(iter(self._kept))]

    def clear(self) -> None:
        """Keeps nothing any more."""
        with self._lock:
            self._kept.clear()


RECENT = RecentRules()


def ingredients_of(table: Table, installed: Mapping[str, Installed], plugins: Mapping[str, Any]) -> Ingredients | None:
    """Returns what the rules of a table are made of, or None if a change of it might not be seen.

    Args:
        table: the settings.
        installed: all modules that are installed.
        plugins: the packs and modules that the table enables, by name.
    """
    packs = [plugin for plugin in plugins.values() if type(plugin) is PackPlugin]
    modules = [plugin for plugin in plugins.values() if type(plugin) is not PackPlugin]
    library = installed["base"].entry_point.dist
    own = {package_of(found.entry_point) for found in installed.values() if found.entry_point.dist is library}
    # What the Python of other packages depends on cannot be known: its hooks are asked each time.
    if OPEN.get() is not None or not all(_is_of(own, module) and not hasattr(module, CONTENT) for module in modules):
        return None
    try:
        here = os.getcwd()
    except OSError:
        return None
    files = [bytes_in(pack.root) for pack in packs]
    code = (*all_mechanisms(), *_held_by(modules))
    known = tuple(each for each in files if each is not None)
    return Ingredients(f"{here} {table!r}", installed, code, known) if len(known) == len(files) else None


def _is_of(packages: Collection[str], plugin: Any) -> bool:
    """Tells if a plugin is a Python module of one of some packages."""
    return isinstance(plugin, ModuleType) and plugin.__name__.partition(".")[0] in packages


def _held_by(modules: Iterable[ModuleType]) -> Iterator[Any]:
    """Yields every module of the packages to which some modules belong, each followed by all that it holds."""
    packages = {module.__name__.partition(".")[0] for module in modules}
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in packages and isinstance(module, ModuleType):
            yield module
            yield from vars(module).values()
