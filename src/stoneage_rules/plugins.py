"""Plugins of one ruleset: registering them, checking their hooks, collecting what they contribute and answer.

Which plugins there are is found in `modules`; what each hook means stands in `hookspecs`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pluggy

from stoneage_rules.compiler.contributions import Contributions
from stoneage_rules.errors import PluginError
from stoneage_rules.hookspecs import PROJECT, Hooks
from stoneage_rules.kernel.engine import guarded
from stoneage_rules.kernel.frames import FRAMES
from stoneage_rules.kernel.limits import LIMITS
from stoneage_rules.kernel.quantities import QUANTITIES
from stoneage_rules.kernel.verbs import VERBS
from stoneage_rules.packs.diagnostics import nearest

__all__ = ["Plugins"]

HOOKS = tuple(name for name in vars(Hooks) if name.startswith("stoneage_"))


class Plugins:
    """The plugins that a table enables, with a manager of their own."""

    def __init__(self, plugins: Mapping[str, Any]) -> None:
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(Hooks)
        # The order cannot matter; that it is fixed keeps messages the same from run to run.
        for name in sorted(plugins):
            self._register(name, plugins[name])
        self._refuse_unknown_hooks()

    def _register(self, name: str, plugin: Any) -> None:
        for attribute, member in _members(plugin):
            _check_member(name, attribute, member)
        try:
            self.manager.register(plugin, name)
        except pluggy.PluginValidationError as error:
            raise PluginError(f"plugin {name}: {error}; the hooks and their arguments are in hookspecs.py") from error

    def _refuse_unknown_hooks(self) -> None:
        for name, plugin in self.manager.list_name_plugin():
            for attribute, member in _members(plugin):
                if _is_marked(member) and attribute not in HOOKS:
                    near = nearest(attribute, HOOKS)
                    hint = f"did you mean `{near}`?" if near else "hooks are " + ", ".join(HOOKS)
                    raise PluginError(f"plugin {name} offers a hook that does not exist, `{attribute}`; {hint}")
        self.manager.check_pending()

    # --- contributed --------------------------------------------------------------------------------------------

    def packs(self) -> list[str]:
        """The folders of all packs, sorted."""
        return sorted(str(folder) for _, folder in self._answers("stoneage_content"))

    def contributions(self) -> Contributions:
        """The kernel's own verbs, frames, quantities and counters, and the plugins'."""
        owners: dict[str, str] = {}
        verbs = self._collect("verb", "stoneage_register_verbs", "do", VERBS, owners)
        kernel = {frame.name: frame for frame in FRAMES}
        frames = self._collect("frame", "stoneage_register_frames", "name", kernel, owners)
        quantities = self._collect("quantity", "stoneage_register_quantities", "name", QUANTITIES, owners)
        limits = self._collect("counter", "stoneage_register_limits", "counts", LIMITS, owners)
        return Contributions(verbs, tuple(frames.values()), quantities, limits, owners)

    def _collect(
        self, what: str, hook: str, key: str, known: Mapping[str, Any], owners: dict[str, str]
    ) -> dict[str, Any]:
        found = dict(known)
        for plugin, offered in self._answers(hook):
            if not isinstance(offered, (list, tuple)):
                raise PluginError(f"plugin {plugin}, hook {hook}: it must return a list, not {type(offered).__name__}")
            for member in offered:
                name = getattr(member, key, None)
                if not isinstance(name, str):
                    raise PluginError(f"plugin {plugin}, hook {hook}: {member!r} has no `{key}`")
                if name in found:
                    other = owners.get(f"{what} {name}", "the kernel")
                    raise PluginError(f"plugin {plugin}, hook {hook}: the {what} `{name}` is taken by {other}; rename it")
                found[name] = member
                owners[f"{what} {name}"] = plugin
        return dict(sorted(found.items()))

    def _answers(self, hook: str) -> list[tuple[str, Any]]:
        """Each plugin's answer to a hook without arguments, by plugin name."""
        found = []
        for impl in getattr(self.manager.hook, hook).get_hookimpls():
            found.append((impl.plugin_name, guarded(impl.function, impl.plugin_name, hook)()))
        return sorted(found, key=lambda answer: answer[0])

    # --- asked in play ------------------------------------------------------------------------------------------

    def questions(self, hook: str) -> tuple[Callable[..., Any], ...]:
        """The implementations of a run-time hook as plain functions of its arguments, in the order of plugin names."""
        arguments = [name for name in inspect.signature(getattr(Hooks, hook)).parameters if name != "self"]
        impls = sorted(getattr(self.manager.hook, hook).get_hookimpls(), key=lambda impl: impl.plugin_name)
        return tuple(
            guarded(_positional(impl.function, impl.argnames, arguments), impl.plugin_name, hook) for impl in impls
        )


def _positional(function: Callable[..., Any], taken: Sequence[str], given: Sequence[str]) -> Callable[..., Any]:
    """A function of all of a hook's arguments, for one that takes some of them in an order of its own."""
    if tuple(taken) == tuple(given):
        return function
    spots = [given.index(name) for name in taken]
    return lambda *args: function(*(args[spot] for spot in spots))


def _members(plugin: Any) -> Iterable[tuple[str, Any]]:
    for attribute in dir(plugin):
        if not attribute.startswith("__"):
            member = getattr(plugin, attribute, None)
            if inspect.isroutine(member):
                yield attribute, member


def _is_marked(member: Any) -> bool:
    return getattr(member, f"{PROJECT}_impl", None) is not None


def _check_member(plugin: str, attribute: str, member: Any) -> None:
    """Refuses what pluggy would pass over in silence."""
    if not _is_marked(member):
        if attribute in HOOKS:
            raise PluginError(f"plugin {plugin}: `{attribute}` is named like a hook but lacks the decorator `@hookimpl`")
        return
    for parameter in inspect.signature(member).parameters.values():
        if parameter.default is not inspect.Parameter.empty:
            raise PluginError(
                f"plugin {plugin}, hook {attribute}: the argument `{parameter.name}` has a default, so the hook would "
                "never be given a value for it; remove the default"
            )
