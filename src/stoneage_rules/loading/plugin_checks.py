"""Refuses plugins that would not do what they are written for.

pluggy passes over misspelt hooks, defaults and half-written classes in silence; here each is an error with a way to mend it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any

import attrs

from stoneage_rules.errors import PluginError
from stoneage_rules.hookspecs import PROJECT, Hooks
from stoneage_rules.kernel.actions import Shape
from stoneage_rules.kernel.asking import Asked, Question, facts_in
from stoneage_rules.kernel.frames import Frame, line_of
from stoneage_rules.kernel.legality import ActionSource, Check, Extension
from stoneage_rules.language.events import EventKind
from stoneage_rules.language.fields import CONTEXTS, QUANTITY_KEYS
from stoneage_rules.language.handles import Slot
from stoneage_rules.language.quantity import QuantityKind
from stoneage_rules.language.required import missing_methods
from stoneage_rules.text.spelling import did_you_mean

__all__ = ["HOOKS", "QUESTIONS", "check_contexts", "check_plugin", "checked_name", "line_of_member", "wrong_answer"]

HOOKS: Mapping[str, tuple[str, ...]] = {
    name: tuple(argument for argument in inspect.signature(hook).parameters if argument != "self")
    for name, hook in vars(Hooks).items()
    if name.startswith(f"{PROJECT}_")
}
"""The arguments of every hook, by its name."""

QUESTIONS = tuple(name for name, arguments in HOOKS.items() if arguments)
"""The hooks that are asked in play."""

FUNCTIONS: Mapping[type, tuple[str, ...]] = {QuantityKind: ("bind", "is_never_got", "span", "in_range"), EventKind: ()}
"""The fields that are functions, of an object that is a word."""

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
    for attribute, member in _members(plugin):
        marked = getattr(member, f"{PROJECT}_impl", None)
        if marked is None and not attribute.startswith(f"{PROJECT}_"):
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


def _members(plugin: Any) -> Iterator[tuple[str, Any]]:
    """Yields the functions and methods of a plugin by their names."""
    for attribute in dir(plugin):
        if not attribute.startswith("__"):
            member = getattr(plugin, attribute, None)
            if inspect.isroutine(member):
                yield attribute, member


def _wrong_hook(options: Mapping[str, Any], signature: inspect.Signature, known: Sequence[str]) -> str:
    """Returns what is wrong with the options or the arguments of one hook implementation; empty if nothing is.

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
    """Joins words in backticks; `nothing` if there are none."""
    return ", ".join(f"`{word}`" for word in words) or "nothing"


def checked_name(member: Any, sort: str, key: str, bases: tuple[type, ...], where: str, function: Callable[..., Any]) -> str:
    """Checks a class or object that a plugin registers, and returns its name.

    Args:
        member: the class or object.
        sort: the sort of word that it is, for messages: a verb, a frame...
        key: the attribute that has the name.
        bases: the classes of which it must be derived from one.
        where: the plugin and the hook, for messages.
        function: the hook's function, which is to be mended if the member is no class of its own.

    Raises:
        PluginError: it is of another type, or lacks its name, a method or its decorator.
    """
    wrong = (_wrong_object if bases in ((QuantityKind,), (EventKind,)) else _wrong_class)(member, sort, key, bases)
    if wrong:
        raise PluginError(f"{where}: {wrong}{line_of_member(member, function)}")
    return str(getattr(member, key))


def line_of_member(member: Any, function: Callable[..., Any]) -> str:
    """Returns the line of a class that is registered; for anything else, that of the hook's function."""
    try:
        return f"; to be mended in {inspect.getsourcefile(member)}:{inspect.getsourcelines(member)[1]}"
    except (OSError, TypeError):
        return line_of(function)


def _wrong_object(member: Any, sort: str, key: str, bases: tuple[type, ...]) -> str:
    """Returns what is wrong with an object that is a word; empty if nothing is."""
    if not isinstance(member, bases):
        return f"a {sort} is a {bases[0].__name__}, and {member!r} is not"
    word = str(getattr(member, key))
    if bases == (QuantityKind,) and word in QUANTITY_KEYS:
        return f"`{word}` is a key of every quantity; give the {sort} another name"
    for trait in FUNCTIONS[bases[0]]:
        if not callable(getattr(member, trait)):
            return f"the {sort} `{word}`: `{trait}` is {getattr(member, trait)!r}; it is a function"
    wrong = _wrong_sentences(member) if isinstance(member, EventKind) else ""
    return f"the {sort} `{word}`: {wrong}" if wrong else ""


def _wrong_sentences(event: EventKind) -> str:
    """Returns what is wrong with the templates of an event's sentences; empty if nothing is."""
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
    """Returns what is wrong with a class that is a word or a frame; empty if nothing is."""
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
    """Returns what is wrong with the slots of a frame."""
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
    """Returns what is wrong with the shapes and checks of a decision, or of what extends one."""
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
    """Returns what is wrong with the decision that an extension names."""
    extended = getattr(source, "extends", None)
    return "" if isinstance(extended, str) else f"`extends` is {extended!r}; it is the name of the decision, such as `'buy'`"


def _wrong_check(check: Any) -> str:
    """Returns what is wrong with a check."""
    if not isinstance(getattr(check, "name", None), str):
        return "it has no `name`, by which statements can cite it"
    for _, method in missing_methods(check):
        return f"it has no method `{method}`"
    for trait in ("kinds", "after"):
        if not isinstance(getattr(check, trait), tuple):
            return f"`{trait}` is {getattr(check, trait)!r}; a tuple of one word is written `({getattr(check, trait)!r},)`"
    return ""


def _wrong_prompt(question: Any) -> str:
    """Returns what is wrong with the prompt of a decision or chance event, as far as its facts are known."""
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
"""By class, what tells what is wrong with the traits of a class derived from it; empty if nothing is."""


def check_contexts(name: str, verb: Any, owners: Mapping[str, str]) -> None:
    """Checks that a verb belongs in contexts that exist.

    Raises:
        PluginError: it names one that does not.
    """
    belongs: Any = verb.belongs
    if not isinstance(belongs, tuple) or not {*belongs} <= {*CONTEXTS}:
        plugin, known = owners[f"verb {name}"], ", ".join(CONTEXTS)
        raise PluginError(f"plugin {plugin}, verb {name}: `belongs` is {belongs!r}; it is a tuple of some of {known}")
