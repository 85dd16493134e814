"""Plugins of one ruleset: registering them, refusing what would be passed over in silence, collecting what they give.

Which plugins there are is found in `modules`; what each hook means stands in `hookspecs`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import pluggy

from stoneage_rules.compiler.contributions import Contributions
from stoneage_rules.errors import PluginError
from stoneage_rules.hookspecs import CONTENT, PROJECT, Hooks
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.frames import Step, guarded
from stoneage_rules.kernel.legality import Decision, Extension
from stoneage_rules.language.fields import CONTEXTS
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.word import ExtraKeys, QuantityKind, Record, Verb, with_keys
from stoneage_rules.mechanics import MECHANISMS
from stoneage_rules.mechanics.limits import Limit
from stoneage_rules.packs.findings.diagnostics import nearest

__all__ = ["HOOKS", "METHODS", "QUESTIONS", "Plugins", "named"]

HOOKS: Mapping[str, tuple[str, ...]] = {
    name: tuple(argument for argument in inspect.signature(hook).parameters if argument != "self")
    for name, hook in vars(Hooks).items()
    if name.startswith(f"{PROJECT}_")
}
"""Every hook and its arguments."""

QUESTIONS = tuple(name for name, arguments in HOOKS.items() if arguments)
"""The hooks that are asked in play."""

METHODS: Mapping[type, tuple[str, ...]] = {
    Verb: ("bind",),
    Step: ("step",),
    Decision: ("universe", "resume", "prompt"),
    Extension: ("universe", "resume"),
    Chance: ("outcomes", "accepts", "sample", "resume", "prompt"),
    Limit: ("closed", "tell"),
}
"""What a class must define that is derived from one of these."""


class Plugins:
    """The library's mechanisms and the plugins that a table enables, by name, with a manager of their own.

    The order of the plugins does not matter.

    Raises:
        PluginError: a plugin would not do what it is written for; names plugin, hook and mend.
    """

    def __init__(self, plugins: Mapping[str, Any], mechanisms: Sequence[Mechanism] | None = None) -> None:
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(Hooks)
        self.mechanisms = {f"stoneage_rules, {one.name}": one for one in (MECHANISMS if mechanisms is None else mechanisms)}
        self._order = {name: number for number, name in enumerate(self.mechanisms)}
        for name, mechanism in self.mechanisms.items():
            self.manager.register(mechanism, name)
        for name, plugin in plugins.items():
            self._register(name, plugin)
        self.manager.check_pending()

    def _register(self, name: str, plugin: Any) -> None:
        _check(name, plugin)
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
        """Every plugin with a pack, and the pack's folder, sorted by folder."""
        found = []
        for plugin, folder in self._answers(CONTENT):
            if not isinstance(folder, (str, Path)):
                raise _wrong_answer(plugin, CONTENT, "the path of a folder", folder)
            found.append((plugin, str(folder)))
        return sorted(found, key=lambda pack: pack[1])

    def contributions(self) -> Contributions:
        """The kernel's own verbs, frames, quantities and counters, and the plugins'."""
        owners: dict[str, str] = {}
        records = self._collect("record", "table", (Record, ExtraKeys), owners)
        keys = tuple(member for member in records.values() if issubclass(member, ExtraKeys))
        kinds = {name: with_keys(member, keys) for name, member in records.items() if issubclass(member, Record)}
        verbs = self._collect("verb", "do", (Verb,), owners)
        for name, verb in verbs.items():
            _check_contexts(name, verb, owners)
        frames = self._collect("frame", "name", (Step, Decision, Chance, Extension), owners)
        quantities = self._collect("quantity", "name", (QuantityKind,), owners)
        limits = self._collect("counter", "counts", (Limit,), owners)
        return Contributions(
            kinds,
            keys,
            dict(sorted(verbs.items())),
            tuple(member for _, member in sorted(frames.items())),
            dict(sorted(quantities.items())),
            dict(sorted(limits.items())),
            owners,
            self._with_code(),
            self._sentences(),
        )

    def features(self) -> frozenset[str]:
        """Returns what packs may require of the library in their manifests."""
        return frozenset(feature for mechanism in self.mechanisms.values() for feature in mechanism.features)

    def _with_code(self) -> tuple[str, ...]:
        hooks = [getattr(self.manager.hook, name) for name in HOOKS if name != CONTENT]
        return tuple(sorted({impl.plugin_name for hook in hooks for impl in hook.get_hookimpls()} - {*self.mechanisms}))

    def _collect(self, what: str, key: str, bases: tuple[type, ...], owners: dict[str, str]) -> dict[str, Any]:
        """Collects what is registered under a hook by its names: the library's first, then the plugins' by plugin name."""
        hook = REGISTERS[what]
        members: dict[str, Any] = {}
        for plugin, offered in self._answers(hook):
            if plugin in self.mechanisms:
                members.update((getattr(member, key), member) for member in offered)
                continue
            if not isinstance(offered, (list, tuple)):
                raise _wrong_answer(plugin, hook, "a list", offered)
            for member in offered:
                name = _name_of(member, what, key, bases, f"plugin {plugin}, hook {hook}")
                if name in members:
                    other = owners.get(f"{what} {name}")
                    holder = f"plugin {other}" if other else "the library"
                    raise PluginError(f"plugin {plugin}, hook {hook}: the {what} `{name}` is taken by {holder}; rename it")
                members[name] = member
                owners[f"{what} {name}"] = plugin
        return members

    def _sentences(self) -> dict[str, Callable[..., Any]]:
        """Collects the sentences for the log by the names of their events."""
        hook = "stoneage_register_sentences"
        sentences: dict[str, Callable[..., Any]] = {}
        for plugin, offered in self._answers(hook):
            if not isinstance(offered, dict):
                raise _wrong_answer(plugin, hook, "a table of functions", offered)
            taken = sorted(sentences.keys() & offered.keys())
            if taken:
                raise PluginError(f"plugin {plugin}, hook {hook}: the event `{taken[0]}` has a sentence already; rename it")
            sentences |= offered
        return sentences

    def _answers(self, hook: str) -> list[tuple[str, Any]]:
        """Returns each answer to a hook without arguments: the library's in their order, then the plugins' by name."""
        answers = []
        for impl in getattr(self.manager.hook, hook).get_hookimpls():
            library = impl.plugin_name in self.mechanisms
            call = impl.function if library else guarded(impl.function, impl.plugin_name, f"hook {hook}")
            answers.append((impl.plugin_name, call()))
        return sorted(answers, key=lambda answer: (self._order.get(answer[0], len(self._order)), answer[0]))

    # --- asked in play ------------------------------------------------------------------------------------------

    def questions(self, hook: str) -> tuple[Callable[..., int], ...]:
        """The implementations of a run-time hook as functions of its arguments, in the order of plugin names."""
        impls = sorted(getattr(self.manager.hook, hook).get_hookimpls(), key=lambda impl: impl.plugin_name)
        found = []
        for impl in impls:
            function = _positional(impl.function, impl.argnames, HOOKS[hook])
            found.append(guarded(_whole(function, impl.plugin_name, hook), impl.plugin_name, f"hook {hook}"))
        return tuple(found)


def _check_contexts(name: str, verb: Any, owners: Mapping[str, str]) -> None:
    """Refuses a verb that belongs to where no effects stand.

    Raises:
        PluginError: it does.
    """
    belongs: Any = verb.belongs
    if not isinstance(belongs, tuple) or not {*belongs} <= {*CONTEXTS}:
        plugin, known = owners[f"verb {name}"], ", ".join(CONTEXTS)
        raise PluginError(f"plugin {plugin}, verb {name}: `belongs` is {belongs!r}; it is a tuple of some of {known}")


REGISTERS = {
    "record": "stoneage_register_records",
    "verb": "stoneage_register_verbs",
    "frame": "stoneage_register_frames",
    "quantity": "stoneage_register_quantities",
    "counter": "stoneage_register_limits",
}


def _positional(function: Callable[..., Any], taken: Sequence[str], given: Sequence[str]) -> Callable[..., Any]:
    """A function of all of a hook's arguments, for one that takes some of them in an order of its own."""
    if tuple(taken) == tuple(given):
        return function
    spots = [given.index(name) for name in taken]
    return lambda *args: function(*(args[spot] for spot in spots))


def _whole(function: Callable[..., Any], plugin: str, hook: str) -> Callable[..., int]:
    """The same function, refused when its answer is no whole number."""

    def call(*args: Any) -> int:
        answer = function(*args)
        if type(answer) is not int:
            raise _wrong_answer(plugin, hook, "a whole number", answer)
        return answer

    return call


# --- refusing ---------------------------------------------------------------------------------------------------


def _wrong_answer(plugin: str, hook: str, wanted: str, answer: Any) -> PluginError:
    return PluginError(f"plugin {plugin}, hook {hook}: it must return {wanted}, not {answer!r}")


def _check(name: str, plugin: Any) -> None:
    """Refuses a plugin of which something would be passed over in silence."""
    if inspect.isclass(plugin):
        raise PluginError(f"plugin {name} is a class; hand over an object of it, `{plugin.__name__}()`")
    for attribute, member in _members(plugin):
        marked = getattr(member, f"{PROJECT}_impl", None)
        if marked is None and not attribute.startswith(f"{PROJECT}_"):
            continue
        if attribute not in HOOKS:
            near = nearest(attribute, HOOKS)
            hint = f"did you mean `{near}`?" if near else "hooks are " + ", ".join(HOOKS)
            raise PluginError(f"plugin {name} offers a hook that does not exist, `{attribute}`; {hint}")
        if marked is None:
            raise PluginError(f"plugin {name}: `{attribute}` is named like a hook but lacks the decorator `@hookimpl`")
        _check_hook(f"plugin {name}, hook {attribute}", marked, inspect.signature(member), HOOKS[attribute])


def _members(plugin: Any) -> Iterator[tuple[str, Any]]:
    for attribute in dir(plugin):
        if not attribute.startswith("__"):
            member = getattr(plugin, attribute, None)
            if inspect.isroutine(member):
                yield attribute, member


def _check_hook(where: str, options: Mapping[str, Any], signature: inspect.Signature, known: Sequence[str]) -> None:
    for option, value in options.items():
        if value:
            raise PluginError(f"{where}: `@hookimpl` takes no `{option}` here, because order does not matter; remove it")
    for parameter in signature.parameters.values():
        if parameter.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD:
            raise PluginError(f"{where}: the argument `{parameter}` takes whatever comes; write out {_listed(known)}")
        if parameter.name not in known:
            near = nearest(parameter.name, known)
            hint = f"did you mean `{near}`?" if near else f"it gets {_listed(known)}"
            raise PluginError(f"{where}: there is no argument `{parameter.name}`; {hint}")
        if parameter.default is not inspect.Parameter.empty:
            raise PluginError(
                f"{where}: the argument `{parameter.name}` has a default, so the hook would never be given a value for "
                "it; remove the default"
            )


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words) or "nothing"


def _name_of(member: Any, what: str, key: str, bases: tuple[type, ...], where: str) -> str:
    """The name of a contributed class or object, which is whole."""
    wanted = " or ".join(base.__name__ for base in bases)
    if bases == (QuantityKind,):
        if not isinstance(member, QuantityKind):
            raise PluginError(f"{where}: a {what} is a {wanted}, and {member!r} is not")
        return member.name
    if not (isinstance(member, type) and issubclass(member, bases)):
        raise PluginError(f"{where}: a {what} is a class derived from {wanted}, and {member!r} is not")
    name = getattr(member, key, None)
    if not isinstance(name, str):
        raise PluginError(f"{where}: the class {member.__name__} has no `{key}`; give it one")
    for base in (base for base in METHODS if issubclass(member, base)):
        for method in METHODS[base]:
            if getattr(member, method) is getattr(base, method):
                raise PluginError(f"{where}: the {what} `{name}` has no method `{method}`; {base.__name__} tells what it does")
    if attrs.has(bases[0]) and "__attrs_attrs__" not in vars(member):
        raise PluginError(f"{where}: the class {member.__name__} lacks the decorator `@attrs.frozen`, so its fields are none")
    return name


def named(objects: Sequence[Any]) -> dict[str, Any]:
    """Plugin objects by what messages call them: a module by its name, anything else by its class."""
    named: dict[str, Any] = {}
    for plugin in objects:
        maker = plugin if hasattr(plugin, "__name__") else type(plugin)
        name = f"{maker.__module__}.{maker.__qualname__}" if isinstance(maker, type) else maker.__name__
        count = sum(other.partition(" ")[0] == name for other in named)
        named[f"{name} {count + 1}" if count else name] = plugin
    return named
