"""Registers the mechanisms and plugins of one ruleset, and collects what they contribute.

`load` finds the plugins, `hookspecs` describes the hooks, and `plugin_checks` refuses plugins with mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pluggy

from stoneage_rules.compiler.contributions import Contributions
from stoneage_rules.errors import PluginError
from stoneage_rules.hookspecs import CONTENT, PROJECT, Hooks
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.frames import Step, guarded
from stoneage_rules.kernel.legality import Decision, Extension
from stoneage_rules.language.events import EventKind
from stoneage_rules.language.mechanism import Mechanism, binding_order
from stoneage_rules.language.quantity import QuantityKind
from stoneage_rules.language.word import ContentRecord, ExtraKeys, Verb, with_keys
from stoneage_rules.loading.plugin_checks import (
    HOOKS,
    check_contexts,
    check_plugin,
    checked_name,
    line_of_member,
    wrong_answer,
)
from stoneage_rules.mechanics import MECHANISMS
from stoneage_rules.mechanics.limits import Limit

__all__ = ["Plugins", "all_mechanisms", "plugin_names"]

REGISTERS = {
    "record": "stoneage_register_records",
    "verb": "stoneage_register_verbs",
    "frame": "stoneage_register_frames",
    "quantity": "stoneage_register_quantities",
    "counter": "stoneage_register_limits",
    "event": "stoneage_register_events",
}
"""The hooks that register words and frames, by the sort of what they register."""
ANSWERS: dict[str, tuple[type, str]] = {
    "stoneage_placement_barred": (int, "a whole number"),
    "stoneage_roll_adjustment": (int, "a whole number"),
    "stoneage_adjustment_cause": (str, "a text"),
}
"""The types of answers to the hooks that are asked in play."""


def all_mechanisms() -> tuple[Mechanism, ...]:
    """Returns the library's mechanisms, in the order in which their records are bound."""
    return binding_order(MECHANISMS)


def _manager() -> pluggy.PluginManager:
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Hooks)
    return manager


@lru_cache(maxsize=1)
def _library(mechanisms: Sequence[Mechanism]) -> pluggy.PluginManager:
    """Registers the library's mechanisms, which all tables have in common."""
    manager = _manager()
    for mechanism in mechanisms:
        manager.register(mechanism, mechanism.name)
    return manager


class Plugins:
    """The library's mechanisms and the plugins that a table enables.

    Args:
        plugins: plugin objects by name; their order does not matter.

    Raises:
        PluginError: a plugin has a mistake; names the plugin, the hook and the mend.
    """

    def __init__(self, plugins: Mapping[str, Any]) -> None:
        self.manager = _manager()
        for name, plugin in plugins.items():
            self._register(name, plugin)
        self.manager.check_pending()

    def _register(self, name: str, plugin: Any) -> None:
        check_plugin(name, plugin)
        try:
            self.manager.register(plugin, name)
        except ValueError as error:
            raise PluginError(f"plugin {name} is there twice; hand it over once") from error
        except pluggy.PluginValidationError as error:
            raise PluginError(f"plugin {name}: {error}; the hooks and their arguments are in hookspecs.py") from error
        is_package = hasattr(plugin, "__path__")
        if not is_package and not self.manager.get_hookcallers(plugin):
            raise PluginError(f"plugin {name} has no hook, so nothing would come of it; hooks are " + ", ".join(HOOKS))

    # --- contributed --------------------------------------------------------------------------------------------

    def packs(self) -> list[tuple[str, str]]:
        """Returns each plugin that has a pack, with the pack's folder, sorted by folder."""
        packs = []
        for plugin, folder, function in self._answers(CONTENT):
            if not isinstance(folder, (str, Path)):
                raise wrong_answer(plugin, CONTENT, "the path of a folder", folder, function)
            packs.append((plugin, str(folder)))
        return sorted(packs, key=lambda pack: pack[1])

    def contributions(self) -> Contributions:
        """Collects the words and frames of the mechanisms and plugins.

        Raises:
            PluginError: a plugin registers something that is half-written, or whose name is taken.
        """
        owners: dict[str, str] = {}
        records = self._collect("record", "table", (ContentRecord, ExtraKeys), owners)
        keys = tuple(member for member in records.values() if issubclass(member, ExtraKeys))
        kinds = {name: with_keys(member, keys) for name, member in records.items() if issubclass(member, ContentRecord)}
        verbs = self._collect("verb", "do", (Verb,), owners)
        for name, verb in verbs.items():
            check_contexts(name, verb, owners)
        frames = self._collect("frame", "name", (Step, Decision, Chance, Extension), owners)
        quantities = self._collect("quantity", "name", (QuantityKind,), owners)
        limits = self._collect("counter", "counts", (Limit,), owners)
        events = self._collect("event", "name", (EventKind,), owners)
        return Contributions(
            kinds,
            keys,
            dict(sorted(verbs.items())),
            tuple(member for _, member in sorted(frames.items())),
            dict(sorted(quantities.items())),
            dict(sorted(limits.items())),
            owners,
            self._with_code(),
            events,
        )

    def features(self) -> frozenset[str]:
        """Returns what packs may require of the library in their manifests."""
        return frozenset(feature for mechanism in all_mechanisms() for feature in mechanism.features)

    def _with_code(self) -> tuple[str, ...]:
        """Returns the sorted names, as digests have them, of the plugins that bring more than content."""
        hooks = [getattr(self.manager.hook, name) for name in HOOKS if name != CONTENT]
        return tuple(sorted({_rules_name(impl.plugin_name, impl.plugin) for hook in hooks for impl in hook.get_hookimpls()}))

    def _collect(self, sort: str, key: str, bases: tuple[type, ...], owners: dict[str, str]) -> dict[str, Any]:
        """Collects what is registered under a hook by its names: the library's first, then the plugins' by plugin name."""
        hook = REGISTERS[sort]
        of_library = getattr(_library(all_mechanisms()).hook, hook).get_hookimpls()
        members: dict[str, Any] = {getattr(member, key): member for impl in of_library for member in impl.function()}
        for plugin, offered, function in self._answers(hook):
            if not isinstance(offered, (list, tuple)):
                raise wrong_answer(plugin, hook, "a list", offered, function)
            for member in offered:
                where = f"plugin {plugin}, hook {hook}"
                name = checked_name(member, sort, key, bases, where, function)
                if name in members:
                    other = owners.get(f"{sort} {name}")
                    holder = f"plugin {other}" if other else "the library"
                    taken = f"the {sort} `{name}` is taken by {holder}; rename it"
                    raise PluginError(f"{where}: {taken}{line_of_member(member, function)}")
                members[name] = member
                owners[f"{sort} {name}"] = plugin
        return members

    def _answers(self, hook: str) -> list[tuple[str, Any, Callable[..., Any]]]:
        """Returns the answers of the plugins to a hook without arguments, each with its function, by the plugins' names."""
        impls = sorted(getattr(self.manager.hook, hook).get_hookimpls(), key=lambda impl: impl.plugin_name)
        return [(impl.plugin_name, guarded(impl.function, impl.plugin_name, f"hook {hook}")(), impl.function) for impl in impls]

    # --- asked in play ------------------------------------------------------------------------------------------

    def questions(self, hook: str) -> tuple[Callable[..., Any], ...]:
        """Returns the implementations of a run-time hook as functions of all its arguments, sorted by plugin name."""
        impls = sorted(getattr(self.manager.hook, hook).get_hookimpls(), key=lambda impl: impl.plugin_name)
        functions = []
        for impl in impls:
            function = _with_all_arguments(impl.function, impl.argnames, HOOKS[hook])
            functions.append(
                guarded(_returning(ANSWERS[hook], function, impl.plugin_name, hook), impl.plugin_name, f"hook {hook}")
            )
        return tuple(functions)


def _with_all_arguments(function: Callable[..., Any], taken: Sequence[str], given: Sequence[str]) -> Callable[..., Any]:
    """Wraps a function that takes some of a hook's arguments, in any order, as one of all of them."""
    if tuple(taken) == tuple(given):
        return function
    indexes = [given.index(name) for name in taken]
    return lambda *args: function(*(args[index] for index in indexes))


def _returning(wanted: tuple[type, str], function: Callable[..., Any], plugin: str, hook: str) -> Callable[..., Any]:
    """Wraps a function so that an answer of another type is an error."""
    sort, words = wanted

    def call(*args: Any) -> Any:
        answer = function(*args)
        if type(answer) is not sort:
            raise wrong_answer(plugin, hook, words, answer, function)
        return answer

    call.__wrapped__ = function  # type: ignore[attr-defined]
    return call


def plugin_names(plugins: Sequence[Any]) -> dict[str, Any]:
    """Names plugin objects for messages: a mechanism and a module by its name, any other object by its class."""
    names: dict[str, Any] = {}
    for plugin in plugins:
        name = _name_of(plugin)
        count = sum(other.partition(" ")[0] == name for other in names)
        names[f"{name} {count + 1}" if count else name] = plugin
    return names


def _rules_name(name: str, plugin: Any) -> str:
    """Returns a name that no file of Python is part of: the id of an installed module, or the package or class of an object."""
    module, _, entry_point = name.partition(" (")
    if entry_point or isinstance(plugin, Mechanism):
        return module
    package = name.partition(".")[0]
    return package if hasattr(plugin, "__name__") else f"{package}.{type(plugin).__qualname__}"


def _name_of(plugin: Any) -> str:
    if isinstance(plugin, Mechanism):
        return plugin.name
    maker = plugin if hasattr(plugin, "__name__") else type(plugin)
    return f"{maker.__module__}.{maker.__qualname__}" if isinstance(maker, type) else str(maker.__name__)
