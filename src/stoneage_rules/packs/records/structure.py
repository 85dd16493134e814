"""Turns parsed TOML into attrs records strictly: coerces no value, ignores no key and finds every fault.

cattrs builds the records; its exception groups are converted into faults with a path.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

import attrs
import cattrs
from cattrs.errors import (
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, override

from stoneage_rules.errors import PluginError
from stoneage_rules.language.fields import Amount, Cost, OwnForm, Quantity
from stoneage_rules.language.word import Verb, toml_key
from stoneage_rules.packs.findings.faults import UNREAD, WORDS, Fault, refuse, unknown_word, wrong_type
from stoneage_rules.packs.findings.reported import REPORTED
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import is_effect, is_mapping, is_own_form, is_plain_union, is_tuple, typed_fields
from stoneage_rules.packs.records.shapes import cost_of, quantity_of
from stoneage_rules.text.spelling import nearest
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import choices_of, either, listed, shortened

__all__ = ["PLAIN_NUMBER", "Structurer", "structurer_for"]

PLAIN_NUMBER = re.compile("0|[1-9][0-9]{0,8}")

NO_VERB, WHICH_VERB = "an effect without `do`", "what does this do? it has no verb"
MOST_FITTING = 3
"""The most verbs that are suggested for an effect without one."""
LONGEST_EXAMPLE = 80
"""Longest value that is repeated in a suggestion, in characters."""
DO = "do"
"""The key that names an effect's verb."""


class Structurer:
    """Turns parsed TOML into records.

    Args:
        verbs: the verbs that effects may name.
        quantities: the words that a quantity may have as its key.
    """

    def __init__(self, verbs: Mapping[str, type[Verb]], quantities: Mapping[str, Any]) -> None:
        self.verbs = verbs
        self.quantities = quantities
        self.converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
        self._register()

    def _register(self) -> None:
        hook = self.converter.register_structure_hook
        for scalar in (str, int, bool):
            hook(scalar, _strict(scalar))
        hook(Quantity, lambda value, _: quantity_of(value, self.quantities))
        hook(Cost, lambda value, _: cost_of(value))
        by = self.converter.register_structure_hook_func
        by(lambda kind: kind == Amount, lambda value, _: self.amount(value))
        by(is_plain_union, lambda value, kind: _one_of(value, kind))
        by(is_tuple, lambda value, kind: self.items(value, get_args(kind)[0]))
        by(is_mapping, lambda value, kind: self.mapping(value, *get_args(kind)))
        by(is_own_form, _in_its_own_form)
        by(is_effect, lambda value, _: self.effect(value))
        self.converter.register_structure_hook_factory(
            lambda kind: attrs.has(kind) and kind not in (Quantity, Cost) and not is_effect(kind), self._record_hook
        )

    def _record_hook(self, kind: type) -> Callable[[Any, Any], Any]:
        renames: Any = {a.name: override(rename=toml_key(a.name)) for a in typed_fields(kind) if a.name != toml_key(a.name)}
        build: Any = make_dict_structure_fn(
            kind, self.converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True, **renames
        )

        def structure(value: Any, wanted: Any) -> Any:
            if type(value) is not dict:
                raise wrong_type(value, WORDS[dict])
            return build(value, wanted)

        return structure

    # --- lists, tables and effects ------------------------------------------------------------------------------

    def items(self, value: Any, kind: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            fix = written([value]) if type(value) is kind in (str, int) else None
            single = type(value) is dict and (attrs.has(kind) or is_effect(kind)) and len(written(value)) <= LONGEST_EXAMPLE
            help = f"a list of one stands in square brackets: `[{written(value)}]`" if single else ""
            raise attrs.evolve(wrong_type(value, WORDS[list]), fix=fix, help=help)
        return tuple(self.converter.structure(value, list[kind]))

    def mapping(self, value: Any, key: Any, kind: Any) -> Mapping[Any, Any]:
        """Returns a mapping whose keys are ids, or whole numbers, which TOML keys give as text."""
        if type(value) is not dict:
            raise wrong_type(value, WORDS[dict])
        if key is not int:
            return self.converter.structure(value, dict[str, kind])
        strange = [word for word in value if not PLAIN_NUMBER.fullmatch(word)]
        message = "a key that must be a whole number"
        faults = [Fault("SA201", message, f"`{word}` is none", at_key=True, path=(word,)) for word in strange]
        made = self._also(faults, value, dict[str, kind])
        return {int(word): item for word, item in made.items()}

    def _also(self, faults: Sequence[Fault], value: Any, kind: Any) -> Any:
        """Returns the structured value; if there are faults already, raises them together with those of structuring it."""
        refuse([*faults, *self.structure(value, kind)[1]] if faults else ())
        return self.converter.structure(value, kind)

    def effect(self, value: Any) -> Verb:
        if type(value) is not dict:
            raise wrong_type(value, "an effect such as `{ do = ... }`")
        word = value.get("do")
        if word is None:
            raise self._no_verb(value)
        if type(word) is not str:
            raise attrs.evolve(wrong_type(word, "text"), path=("do",))
        if word not in self.verbs:
            raise unknown_word("SA208", "an effect that does not exist", word, self.verbs, "verb", path=("do",))
        # An `id` only gives edits an address; the effect itself has no use for it.
        id = value.get("id", "")
        faults = [attrs.evolve(wrong_type(id, "text"), path=("id",))] if type(id) is not str else []
        rest = {key: item for key, item in value.items() if key not in ("do", "id")}
        made: Verb = self._also(faults, rest, self.verbs[word])
        return made

    def _no_verb(self, value: Mapping[str, Any]) -> Fault:
        """Returns the fault of an effect without `do`, or of its misspelt key if there is one like it."""
        slip = nearest(DO, value)
        if slip is not None:
            return unknown_word("SA202", UNREAD, slip, [DO], "key", at_key=True, path=(slip,))
        keys = {key for key in value if key != "id"}
        fitting = [word for word, verb in sorted(self.verbs.items()) if keys and keys <= set(_keys_of(verb))]
        if not 0 < len(fitting) <= MOST_FITTING:
            return Fault("SA204", NO_VERB, WHICH_VERB, choices_of("verb", self.verbs), help="write its verb: `do = ...`")
        help = (
            f"write {either(f'`do = {written(word)}`' for word in fitting)}: it has {listed(f'`{key}`' for key in sorted(keys))}"
        )
        return Fault("SA204", NO_VERB, WHICH_VERB, help=help)

    def amount(self, value: Any) -> Amount:
        if type(value) is dict:
            return quantity_of(value, self.quantities)
        if type(value) is not int:
            raise wrong_type(value, "a whole number")
        return value

    # --- records and their faults -------------------------------------------------------------------------------

    def structure(self, data: Mapping[str, Any], kind: type) -> tuple[Any, list[Fault]]:
        """Returns the record, or None, and every fault found with its path."""
        try:
            return self.converter.structure(dict(data), kind), []
        except Exception as error:  # cattrs raises groups of any exceptions
            return None, list(_faults(error, owner=data.get("id")))


def _strict(scalar: type) -> Callable[[Any, Any], Any]:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is not scalar:
            raise wrong_type(value, WORDS[scalar])
        return value

    return structure


def _one_of(value: Any, kind: Any) -> Any:
    members = [member for member in get_args(kind) if member is not type(None)]
    if type(value) not in members:
        raise wrong_type(value, " or ".join(WORDS[member] for member in members))
    return value


def _in_its_own_form(value: Any, kind: type[OwnForm]) -> Any:
    faults = [wrong_type(value, kind.words)] if value is REPORTED else list(kind.faults(value))
    if faults:
        raise ExceptionGroup(kind.words, faults)
    return value


_MOST_MADE = 16
_made: dict[tuple[tuple[str, int], ...], Structurer] = {}


def structurer_for(verbs: Mapping[str, type[Verb]], quantities: Mapping[str, Any]) -> Structurer:
    """Returns the structurer for these verbs and quantities, cached because generating its hooks is slow."""
    # A cached structurer keeps its verbs and quantities alive, so their ids are not reused while it is cached.
    key = (*((word, id(verb)) for word, verb in verbs.items()), *((word, id(kind)) for word, kind in quantities.items()))
    if key not in _made:
        while len(_made) >= _MOST_MADE:
            del _made[next(iter(_made))]
        _made[key] = Structurer(dict(verbs), dict(quantities))
    return _made[key]


def _keys_of(kind: Any) -> list[str]:
    return [toml_key(attribute.name) for attribute in attrs.fields(kind)]


EXAMPLES: Mapping[Any, str] = {
    str: '"..."',
    int: "1",
    bool: "true",
    Cost: "{ GOOD = 1 }",
    Quantity: '{ track = "..." }',
    Amount: "1",
}


def _missing(kind: Any, key: str, path: Path, owner: object) -> Fault:
    """Returns the fault of a missing key, with its meaning and an example; `owner` is the id of the record."""
    attribute = next(attribute for attribute in typed_fields(kind) if toml_key(attribute.name) == key)
    like = (
        "[...]" if is_tuple(attribute.type) else "{ ... }" if is_mapping(attribute.type) else EXAMPLES.get(attribute.type, "...")
    )
    about = attribute.metadata.get("help", "")
    label = f"there is no `{key}` here" if path or type(owner) is not str else f"`{shortened(owner)}` has no `{key}`"
    title, missing = f"the key `{key}` is missing", (*path, key)
    if not path and attrs.has(attribute.type) and attribute.type not in EXAMPLES:
        needed = [toml_key(inner.name) for inner in typed_fields(attribute.type) if inner.default is attrs.NOTHING]
        lines = "".join(f'\n  {inner} = "..."' for inner in needed)
        return Fault("SA204", title, label, help=f"add it: {about}\n  [{key}]{lines}", path=path, missing=missing)
    help = f"for example `{key} = {like}`" + (f": {about}" if about else "")
    return Fault("SA204", title, label, help=help, path=path, missing=missing)


def _faults(error: BaseException, path: Path = (), kind: Any = None, owner: object = None) -> Iterator[Fault]:
    """Yields every fault in a cattrs exception, with its path from the record.

    `kind` is the class being structured, `owner` the id of the whole record.
    """
    if isinstance(error, PluginError):
        raise error
    if isinstance(error, Fault):
        yield attrs.evolve(error, path=path + error.path)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = _keys_of(error.cl)
        for key in sorted(error.extra_fields):
            yield unknown_word("SA202", UNREAD, key, known, "key", at_key=True, path=(*path, key))
    elif isinstance(error, KeyError):
        yield _missing(kind, str(path[-1]), path[:-1], owner)
    elif isinstance(error, (ClassValidationError, IterableValidationError)):
        inside, beside = error.group_exceptions()
        found = [fault for child, note in inside for fault in _faults(child, (*path, _step(note)), error.cl, owner)]
        found += [fault for child in beside for fault in _faults(child, path, error.cl, owner)]
        yield from _without_slips(found)
    elif isinstance(error, ExceptionGroup):
        for child in error.exceptions:
            yield from _faults(child, path, kind, owner)
    else:
        yield Fault("SA207", str(error) or type(error).__name__, path=path)


def _without_slips(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yields faults, merging that of a key that is missing because it is misspelt with that of the misspelt key."""
    slips = {(*fault.path[:-1], fault.fix): fault for fault in faults if fault.code == "SA202"}
    hidden = {id(slips[fault.missing]): fault for fault in faults if fault.missing in slips}
    for fault in faults:
        if fault.missing not in slips:
            yield attrs.evolve(fault, suppresses=(hidden[id(fault)],)) if id(fault) in hidden else fault


def _step(note: Any) -> str | int:
    """Returns the key or index in the note that cattrs attaches to an exception."""
    step: str | int = note.index if isinstance(note, IterableValidationNote) else toml_key(note.name)
    return step
