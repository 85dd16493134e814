"""Registers mechanisms and plugins, merges their answers, and refuses wrong plugins."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path
from string import Formatter
from typing import Any, cast

import attrs
import pluggy

from stoneage_rules.errors import PluginError
from stoneage_rules.hookspecs import CONTENT, Hooks
from stoneage_rules.kernel.actions import Shape
from stoneage_rules.kernel.answers import judge_of
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.frames import Asked, Frame, Question, Step, guarded, line_of
from stoneage_rules.kernel.legality import DECISION_CHECKS, ActionSource, Check, Decision, Extension
from stoneage_rules.language.binding import Slot
from stoneage_rules.language.events import PROJECT, EventKind, Mechanism, binding_order
from stoneage_rules.language.fields import CONTEXTS, Quantity, fields_of, missing_methods
from stoneage_rules.language.quantity import QuantityKind
from stoneage_rules.language.word import ContentRecord, ExtraKeys, Verb, with_keys
from stoneage_rules.mechanics import MECHANISMS
from stoneage_rules.mechanics.placement_checks import Limit
from stoneage_rules.packs.content import Language
from stoneage_rules.packs.parts import Kinds
from stoneage_rules.telling.phrases import facts_in
from stoneage_rules.text import did_you_mean

# --- plugin checks ------------------------------------------------------------------------------------------------
#
# Refuses plugins that cannot work as their authors intend.
#
# pluggy silently ignores misspelt hooks, defaults and half-written classes; here each is an error with a remedy.


HOOKS: Mapping[str, tuple[str, ...]] = {
    name: tuple(argument for argument in inspect.signature(hook).parameters if argument != "self")
    for name, hook in vars(Hooks).items()
    if name.startswith(f"{PROJECT}_")
}
"""The arguments of every hook, by its name."""

QUESTIONS = tuple(name for name, arguments in HOOKS.items() if arguments)
"""The hooks that are called in play."""

FUNCTIONS: Mapping[type, tuple[str, ...]] = {QuantityKind: ("bind", "is_never_got", "span", "in_range"), EventKind: ()}
"""The fields of registered objects that must be functions, by class; all but `bind` may be left out."""

MOST_SLOTS = 3
"""The most numbers of a frame besides its kind and its seat."""


def wrong_answer(plugin: str, hook: str, wanted: str, answer: Any, function: Callable[..., Any]) -> PluginError:
    """Makes the error for a hook whose function returns something of the wrong type."""
    return PluginError(f"plugin {plugin}, hook {hook}: it must return {wanted}, not {answer!r}{line_of(function)}")


def check_plugin(name: str, plugin: Any) -> None:
    """Checks that a plugin is an object whose hooks exist, are marked, and take the right arguments.

    Raises:
        PluginError: it is not; names the plugin, the hook and the mend.
    """
    if inspect.isclass(plugin):
        raise PluginError(f"plugin {name} is a class; hand over an object of it, `{plugin.__name__}()`")
    for attribute in dir(plugin):
        member: Any = getattr(plugin, attribute, None)
        marked, is_named_like_one = getattr(member, f"{PROJECT}_impl", None), attribute.startswith(f"{PROJECT}_")
        if attribute.startswith("__") or not inspect.isroutine(member) or (marked is None and not is_named_like_one):
            continue
        if attribute not in HOOKS:
            hint = did_you_mean(attribute, HOOKS, "hooks are " + ", ".join(HOOKS))
            raise PluginError(f"plugin {name} offers a hook that does not exist, `{attribute}`; {hint}{line_of(member)}")
        if marked is None:
            lacks = f"`{attribute}` is named like a hook but lacks the decorator `@hookimpl`"
            raise PluginError(f"plugin {name}: {lacks}{line_of(member)}")
        wrong = _wrong_hook(marked, inspect.signature(member), HOOKS[attribute])
        if wrong:
            raise PluginError(f"plugin {name}, hook {attribute}: {wrong}{line_of(member)}")


def _wrong_hook(options: Mapping[str, Any], signature: inspect.Signature, known: Sequence[str]) -> str:
    """Returns the fault in the options or arguments of one hook implementation; empty if there is none.

    Args:
        options: the options that were given to `@hookimpl`.
        signature: the arguments of the implementation.
        known: the arguments of the hook.
    """
    for option, value in options.items():
        if value:
            return f"`@hookimpl` takes no `{option}` here, because order does not matter; remove it"
    for parameter in signature.parameters.values():
        if parameter.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD:
            return f"the argument `{parameter}` takes whatever comes; write out {_listed(known)}"
        if parameter.name not in known:
            hint = did_you_mean(parameter.name, known, f"it gets {_listed(known)}")
            return f"there is no argument `{parameter.name}`; {hint}"
        if parameter.default is not inspect.Parameter.empty:
            never = "has a default, so the hook would never be given a value for it; remove the default"
            return f"the argument `{parameter.name}` {never}"
    return ""


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words) or "nothing"


def checked_name(member: Any, sort: str, key: str, bases: tuple[type, ...], where: str, function: Callable[..., Any]) -> str:
    """Checks a class or object that a plugin registers, and returns its name.

    Args:
        member: the class or object.
        sort: its sort of word, for messages: a verb, a frame...
        key: the attribute that has the name.
        bases: accepted base classes.
        where: the plugin and the hook, for messages.
        function: the hook's function, which has the fault if the member is no class of its own.

    Raises:
        PluginError: it is of another type, or lacks its name, a method or its decorator.
    """
    wrong = (_wrong_object if bases in ((QuantityKind,), (EventKind,)) else _wrong_class)(member, sort, key, bases)
    if wrong:
        raise PluginError(f"{where}: {wrong}{line_of_member(member, function)}")
    return str(getattr(member, key))


def line_of_member(member: Any, function: Callable[..., Any]) -> str:
    """Returns the line of a registered class; for anything else, of the hook's function."""
    try:
        return f"; to be mended in {inspect.getsourcefile(member)}:{inspect.getsourcelines(member)[1]}"
    except (OSError, TypeError):
        return line_of(function)


def _wrong_object(member: Any, sort: str, key: str, bases: tuple[type, ...]) -> str:
    if not isinstance(member, bases):
        return f"a {sort} is a {bases[0].__name__}, and {member!r} is not"
    word = str(getattr(member, key))
    if bases == (QuantityKind,) and fields_of(Quantity).get(word):
        return f"`{word}` is a key of every quantity; give the {sort} another name"
    for trait in FUNCTIONS[bases[0]]:
        made = getattr(member, trait)
        if not callable(made) and (made is not None or trait == "bind"):
            return f"the {sort} `{word}`: `{trait}` is {made!r}; it is a function"
    wrong = _wrong_sentences(member) if isinstance(member, EventKind) else ""
    return f"the {sort} `{word}`: {wrong}" if wrong else ""


def _wrong_sentences(event: EventKind) -> str:
    known = ["seat", *event.fields]
    open_to_all = [name for name in known if name not in event.secrets]
    for trait, names in (("sentence", known), ("sentence_for_others", open_to_all)):
        template: Any = getattr(event, trait)
        if callable(template):
            continue
        try:
            fields = [field for _, field, _, _ in Formatter().parse(template) if field is not None]
        except (TypeError, ValueError) as error:
            return f"`{trait}` is {template!r}: {error}"
        unknown = next((field for field in fields if field not in names), None)
        if unknown is not None:
            return f"`{trait}` has `{{{unknown}}}`; {did_you_mean(unknown, names, f'it can have {_listed(names)}')}"
    return ""


def _wrong_class(member: Any, sort: str, key: str, bases: tuple[type, ...]) -> str:
    if not (isinstance(member, type) and issubclass(member, bases)):
        return f"a {sort} is a class derived from {' or '.join(base.__name__ for base in bases)}, and {member!r} is not"
    name = getattr(member, key, None)
    if not isinstance(name, str):
        return f"the class {member.__name__} has no `{key}`; give it one"
    for _, method in missing_methods(member):
        base = next(base.__name__ for base in bases if issubclass(member, base))
        return f"the {sort} `{name}` has no method `{method}`; {base} tells what it does"
    wrong = next(filter(None, (judge(member) for base, judge in TRAITS.items() if issubclass(member, base))), "")
    if wrong:
        return f"the {sort} `{name}`: {wrong}"
    if attrs.has(bases[0]) and "__attrs_attrs__" not in vars(member):
        return f"the class {member.__name__} lacks the decorator `@attrs.frozen`, so its fields are none"
    return ""


def _wrong_progress(frame: Any) -> str:
    slots: Any = frame.progress
    if not isinstance(slots, tuple) or not all(isinstance(slot, Slot) for slot in slots):
        return f"`progress` is {slots!r}; it is a tuple of `Slot`s, such as `(OFFERS.slot(),)`"
    if len(slots) > MOST_SLOTS:
        return f"it has {len(slots)} slots; a frame has at most {MOST_SLOTS}"
    secret = next((slot.name for slot in slots if slot.secret), None)
    if secret is None or not issubclass(frame, Question) or frame.seen_by is not Frame.seen_by:
        return ""
    return (
        f"`{secret}` of the class {frame.__name__} is secret, but everybody learns the answers to it; if its seat alone does, "
        "write `def seen_by(self, state, frame, answer): return (frame[1],)`"
    )


def _wrong_actions(source: Any) -> str:
    """Returns the fault in the shapes and checks of a decision or extension."""
    shapes: Any = source.shapes
    if not isinstance(shapes, Mapping) or not all(isinstance(shape, Shape) for shape in shapes.values()):
        return f"`shapes` is {shapes!r}; it has a `Shape` for each kind of action, such as `{{'bid': FACE}}`"
    for trait in ("checks", "gates"):
        checks: Any = getattr(source, trait, ())
        if not isinstance(checks, tuple) or not all(isinstance(check, type) and issubclass(check, Check) for check in checks):
            return f"`{trait}` is {checks!r}; it is a tuple of classes derived from `Check`"
        for check in checks:
            if wrong := _wrong_check(check):
                return f"the check {check.__name__}: {wrong}"
    return ""


def _wrong_extension(source: Any) -> str:
    extended = getattr(source, "extends", None)
    return "" if isinstance(extended, str) else f"`extends` is {extended!r}; it is the name of the decision, such as `'buy'`"


def _wrong_check(check: Any) -> str:
    if not isinstance(getattr(check, "name", None), str):
        return "it has no `name`, by which statements can cite it"
    for _, method in missing_methods(check):
        return f"it has no method `{method}`"
    for trait in ("kinds", "after"):
        if not isinstance(getattr(check, trait), tuple):
            return f"`{trait}` is {getattr(check, trait)!r}; a tuple of one word is written `({getattr(check, trait)!r},)`"
    return ""


def _wrong_prompt(question: Any) -> str:
    """Returns the fault in the prompt of a decision or chance event, as far as its facts are known."""
    prompt: Any = getattr(question, "prompt", None)
    templates = prompt if isinstance(prompt, tuple) else (prompt,)
    if not prompt or not all(isinstance(template, str) for template in templates):
        return f"`prompt` is {prompt!r}; it is the question as a phrase, such as `'how much {{good}} to bid'`"
    try:
        used = set[str]().union(*map(facts_in, templates))
    except ValueError as error:
        return f"`prompt` is {prompt!r}: {error}"
    known = {"seat", *Asked.__annotations__, *(slot.name for slot in question.progress)}
    unknown = next((fact for fact in sorted(used - known) if question.asked is Question.asked), None)
    hint = "" if unknown is None else did_you_mean(unknown, sorted(known), "return it in `more` of `asked`")
    return "" if unknown is None else f"`prompt` has `{{{unknown}}}`; {hint}"


TRAITS: Mapping[type, Callable[[Any], str]] = {
    Frame: _wrong_progress,
    ActionSource: _wrong_actions,
    Extension: _wrong_extension,
    Question: _wrong_prompt,
}
"""By base class, a function that returns the fault in the traits of a derived class; empty if there is none."""


def check_verb(name: str, verb: Any, plugin: str) -> None:
    """Checks that a verb belongs in contexts that exist, and that its token is made of its fields.

    Raises:
        PluginError: it belongs elsewhere; or its token is no template, or names something else.
    """
    where, belongs = f"plugin {plugin}, verb {name}", verb.belongs
    if not isinstance(belongs, tuple) or not {*belongs} <= {*CONTEXTS}:
        raise PluginError(f"{where}: `belongs` is {belongs!r}; it is a tuple of some keys of {CONTEXTS}")
    token, fields = verb.token, [one.name for one in attrs.fields(verb)]
    try:
        used = set[str]().union(*map(facts_in, (token,) if isinstance(token, str) else token))
    except (TypeError, ValueError):
        used = {str(token)}
    if strange := sorted(used.difference(fields)):
        raise PluginError(f"{where}: `token` is {token!r}, with `{strange[0]}`; its fields are {', '.join(fields)}")


# --- plugin manager -----------------------------------------------------------------------------------------------
#
# Registers the mechanisms and plugins of one ruleset, and collects their words.
#
# `load` finds the plugins, `hookspecs` describes the hooks, and the checks above refuse plugins with mistakes.


REGISTERS = {
    "record": "stoneage_register_records",
    "verb": "stoneage_register_verbs",
    "frame": "stoneage_register_frames",
    "quantity": "stoneage_register_quantities",
    "counter": "stoneage_register_limits",
    "event": "stoneage_register_events",
}
"""The hooks that register words and frames, by sort."""


class Plugins:
    """The library's mechanisms and the plugins that a table enables.

    Args:
        plugins: plugin objects by name; their order does not matter.

    Raises:
        PluginError: a plugin has a mistake; names the plugin, the hook and the mend.
    """

    def __init__(self, plugins: Mapping[str, Any]) -> None:
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(Hooks)
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

    def language(self) -> Language:
        """Collects the words and frames of the mechanisms and plugins.

        Raises:
            PluginError: a plugin registers something half-written, or a name that is taken.
        """
        owners: dict[str, str] = {}
        registered = self._collect("record", "table", (ContentRecord, ExtraKeys), owners)
        keys = tuple(member for member in registered.values() if issubclass(member, ExtraKeys))
        records = {name: with_keys(member, keys) for name, member in registered.items() if issubclass(member, ContentRecord)}
        item: Any = next((kind.declares for kind in records.values() if kind.declares is not None), ContentRecord)
        verbs = self._collect("verb", "do", (Verb,), owners)
        for name, verb in verbs.items():
            if f"verb {name}" in owners:
                check_verb(name, verb, owners[f"verb {name}"])
        frames = self._collect("frame", "name", (Step, Decision, Chance, Extension), owners)
        quantities = self._collect("quantity", "name", (QuantityKind,), owners)
        counters = self._collect("counter", "counts", (Limit,), owners)
        events = self._collect("event", "name", (EventKind,), owners)
        return Language(
            kinds=Kinds(records, with_keys(item, keys)),
            keys=keys,
            verbs=dict(sorted(verbs.items())),
            frames=tuple(member for _, member in sorted(frames.items())),
            quantities=dict(sorted(quantities.items())),
            counters=dict(sorted(counters.items())),
            events=events,
            checks=_checks(records.values(), frames.values()),
            owners=owners,
            code=self._with_code(),
            asked_for=frozenset(name for hook in QUESTIONS for impl in self._implementations(hook) for name in impl.argnames),
            guard=partial(_guard, owners),
        )

    def features(self) -> frozenset[str]:
        """Returns the features that packs may require of the library in their manifests."""
        return frozenset(feature for mechanism in MECHANISMS for feature in mechanism.features)

    def _with_code(self) -> tuple[str, ...]:
        """Returns the sorted names, as in digests, of the plugins that add more than content."""
        hooks = [getattr(self.manager.hook, name) for name in HOOKS if name != CONTENT]
        return tuple(sorted({_rules_name(impl.plugin_name, impl.plugin) for hook in hooks for impl in hook.get_hookimpls()}))

    def _collect(self, sort: str, key: str, bases: tuple[type, ...], owners: dict[str, str]) -> dict[str, Any]:
        """Collects the registrations of a hook by name: the library's first, then the plugins' by plugin name."""
        hook = REGISTERS[sort]
        of_library = [getattr(mechanism, hook)() for mechanism in binding_order(MECHANISMS)]
        members: dict[str, Any] = {getattr(member, key): member for found in of_library for member in found}
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
        impls = self._implementations(hook)
        return [(impl.plugin_name, guarded(impl.function, impl.plugin_name, f"hook {hook}")(), impl.function) for impl in impls]

    def _implementations(self, hook: str) -> list[pluggy.HookImpl]:
        return sorted(getattr(self.manager.hook, hook).get_hookimpls(), key=lambda impl: impl.plugin_name)

    # --- asked in play ------------------------------------------------------------------------------------------

    def questions(self, hook: str) -> tuple[Callable[..., Any], ...]:
        """Returns the implementations of a run-time hook as functions of all its arguments, sorted by plugin name."""
        functions = []
        for impl in self._implementations(hook):
            function = _with_all_arguments(impl.function, impl.argnames, HOOKS[hook])
            functions.append(guarded(function, impl.plugin_name, f"hook {hook}", judge_of(hook)))
        return tuple(functions)


def _checks(records: Iterable[type[ContentRecord]], frames: Iterable[Any]) -> frozenset[str]:
    """Returns the names of all checks that statements can cite."""
    sources = [frame for frame in frames if issubclass(frame, ActionSource)]
    checks = {check.name for frame in sources for check in (*frame.checks, *getattr(frame, "gates", ()))}
    return frozenset(checks.union(DECISION_CHECKS, (check.name for kind in records for check in kind.own_checks)))


def _guard(owners: Mapping[str, str], call: Callable[..., Any], word: str, method: str = "") -> Callable[..., Any]:
    owner = owners.get(word)
    return guarded(call, owner, f"{word}, {method}" if method else word, judge_of(method)) if owner else call


def _with_all_arguments(function: Callable[..., Any], taken: Sequence[str], given: Sequence[str]) -> Callable[..., Any]:
    """Wraps a function of some of a hook's arguments, in any order, as a function of all of them."""
    if tuple(taken) == tuple(given):
        return function
    wanted = [given.index(name) for name in taken]
    chosen = itemgetter(*wanted) if len(wanted) > 1 else lambda args: [args[index] for index in wanted]
    answer: Any = lambda *args: function(*chosen(args))  # noqa: E731
    answer.__wrapped__ = function
    return cast("Callable[..., Any]", answer)


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
