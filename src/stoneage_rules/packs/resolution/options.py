"""Options in content: values taken from a table's options, and rows of `when` that test an option.

Manifests declare the options; `Settings` holds the values that a table has chosen.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.word import CONTRADICTION, Requirement
from stoneage_rules.packs.content import Pack, Settings
from stoneage_rules.packs.findings.faults import WORDS, Fault, other_choice, unknown_word, wrong_type
from stoneage_rules.packs.findings.option_values import OPTION_KEY, is_option
from stoneage_rules.packs.findings.reported import REPORTED, is_whole
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.manifest import Option
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import choices_of, either, shortened

__all__ = [
    "Options",
    "allows",
    "declared_faults",
    "option_fault",
]

NEVER = "a value that the option does not allow"
ROWS = "when"
"""The key whose rows test options and are not values themselves."""
TYPES: Mapping[str, type] = {"bool": bool, "int": int, "text": str}


class Options:
    """The options of all packs, as a pack may name them: its own as `NAME`, those of packs that it names as `PACK:NAME`."""

    def __init__(self, packs: Sequence[Pack], settings: Settings) -> None:
        self.packs = {pack.id: pack for pack in packs}
        self.settings = settings

    # --- values -------------------------------------------------------------------------------------------------

    def filled(self, value: Any, pack: str, path: Path = ()) -> tuple[Any, list[Fault]]:
        """Returns the value with every `{ option = "NAME" }` replaced by the chosen value, and the faults of the names.

        An option whose name has a fault becomes `REPORTED`.
        """
        faults: list[Fault] = []
        return self._filled(value, pack, path, faults) if _may_name_option(value) else value, faults

    def _filled(self, value: Any, pack: str, path: Path, faults: list[Fault]) -> Any:
        if isinstance(value, list):
            return [self._filled(element, pack, (*path, index), faults) for index, element in enumerate(value)]
        if not isinstance(value, dict):
            return value
        if is_option(value):
            fault = self._name_fault(value[OPTION_KEY], pack, (*path, OPTION_KEY), optional=False)
            if fault is None:
                owner, name = _split(value[OPTION_KEY], pack)
                return self.settings.options[owner][name]
            faults.append(fault)
            return REPORTED
        return {key: item if key == ROWS else self._filled(item, pack, (*path, key), faults) for key, item in value.items()}

    # --- rows ---------------------------------------------------------------------------------------------------

    def row_faults(self, row: Requirement, pack: str, path: Path) -> Iterator[Fault]:
        """Yields the faults that keep a row from ever holding."""
        # In a row that is only partly readable, any value may be missing.
        if isinstance(row.module, str) and row.module not in (known := self._named(pack)):
            message = "a condition on a pack that pack.toml does not name"
            yield unknown_word("SA203", message, row.module, known, "pack", path=(*path, "module"))
        if not isinstance(row.option, str):
            return
        fault = self._name_fault(row.option, pack, (*path, OPTION_KEY), optional=True)
        if fault is not None:
            yield fault
            return
        option = self._option(row.option, pack)
        if option is None or not is_whole(row.is_):
            return
        if row.is_ is None and option.type != "bool":
            help = f"write which one, for example `{written({OPTION_KEY: row.option, 'is': option.default})}`"
            message, label = "a condition without the value that is asked for", f"`{row.option}` is {_kind_of(option)}"
            yield Fault("SA204", message, label, help=help, path=(*path, OPTION_KEY))
        elif not allows(option, asked_value(row)):
            label = f"`{row.option}` is {_values_of(option)}"
            yield Fault("SA207", "a value that the option never has", label, path=(*path, "is"))

    def holds(self, row: Requirement, pack: str) -> bool:
        """Returns whether a row holds at this table. Rows about an item's cost are evaluated elsewhere, per item."""
        if row.option is not None:
            owner, name = _split(row.option, pack)
            if self.settings.options.get(owner, {}).get(name) != asked_value(row):
                return False
        if row.module is not None and row.module not in self.packs:
            return False
        return not row.players or self.settings.players in row.players

    # --- names --------------------------------------------------------------------------------------------------

    def _name_fault(self, word: Any, pack: str, path: Path, *, optional: bool) -> Fault | None:
        """Returns the fault of an option's name, if any; `optional` means that its pack may be missing."""
        if type(word) is not str:
            return attrs.evolve(wrong_type(word, "text"), path=path)
        owner, name = _split(word, pack)
        if owner != pack and owner not in (known := self._named(pack)):
            return unknown_word("SA203", "an option of a pack that is not named in pack.toml", owner, known, "pack", path=path)
        if owner not in self.packs:
            if optional:
                return None
            help = f"put this into a file that begins with `only_if.packs = [{written(owner)}]`"
            return Fault("SA203", "an option of a pack that is not at the table", f"`{owner}` is not there", help=help, path=path)
        if name in self._options_of(owner):
            return None
        return self._unknown(word, pack, path)

    def _unknown(self, word: str, pack: str, path: Path) -> Fault:
        """Returns the fault of an option that its pack does not have, with a suggestion if another named pack has it."""
        seen = [*filter(self.packs.__contains__, self._named(pack)), pack]
        owners = [word.rpartition(":")[0]] if ":" in word else seen
        # If two options share a name, the pack's own is suggested.
        known = {name: name if owner == pack else f"{owner}:{name}" for owner in owners for name in self._options_of(owner)}
        fault = unknown_word("SA203", "an option that does not exist", _split(word, pack)[1], known, "option", path=path)
        note = choices_of("option", known.values(), fault.near)
        return attrs.evolve(fault, label=f"no option is called `{shortened(word)}`", note=note, near=known.get(fault.near or ""))

    def _options_of(self, pack: str) -> Mapping[str, Option]:
        return self.packs[pack].manifest.options

    def _option(self, word: str, pack: str) -> Option | None:
        owner, name = _split(word, pack)
        return self._options_of(owner).get(name) if owner in self.packs else None

    def _named(self, pack: str) -> Mapping[str, str]:
        """Returns the packs that a manifest names, with their version ranges."""
        manifest = self.packs[pack].manifest
        return {**manifest.optional, **manifest.requires}


def asked_value(row: Requirement) -> str | int | bool:
    """Returns the value that a row requires of its option."""
    return True if row.is_ is None else row.is_


def _may_name_option(value: Any) -> bool:
    """Returns False if no key or text in a value has the key of options in it; most tables are spared a second look so."""
    try:
        return OPTION_KEY.encode() in marshal.dumps(value)
    except ValueError:  # from a date
        return True


def _split(word: str, pack: str) -> tuple[str, str]:
    owner, _, name = word.rpartition(":")
    return owner or pack, name


def option_fault(name: str, option: Option, value: object) -> Fault | None:
    """Returns the fault of the value that a table gives an option, if any."""
    if type(value) is not TYPES[option.type]:
        return wrong_type(value, WORDS[TYPES[option.type]])
    given: Any = value
    if option.choices and given not in option.choices:
        return other_choice(NEVER, given, option.choices, name)
    return None if allows(option, given) else Fault("SA207", NEVER, f"`{name}` must be {_span(option)}")


HAS: Mapping[str, Sequence[str]] = {"bool": (), "int": ("min", "max"), "text": ("choices",)}
"""The keys that bound an option's values, by the option's type."""
KEEPS: Mapping[str, str] = {
    "min": "a whole number has a `min`",
    "max": "a whole number has a `max`",
    "choices": "a text has `choices`",
}


def declared_faults(name: str, option: Option) -> Iterator[Fault]:
    """Yields the faults in a pack's declaration of an option."""
    path = ("options", name)
    strange = [key for key in KEEPS if key not in HAS.get(option.type, KEEPS) and getattr(option, key) not in (None, ())]
    for key in strange:
        message, label = "a key that makes no difference", f"only {KEEPS[key]}, and this is {_kind_of(option)}"
        yield Fault("SA207", message, label, help="delete this line, or correct `type`", path=(*path, key), at_key=True)
    if option.min is not None and option.max is not None and option.max < option.min:
        yield Fault("SA207", CONTRADICTION, f"`max` is less than `min`, which is {option.min}", path=(*path, "max"))
    elif not strange and option.type in TYPES and not allows(option, option.default):
        message, label = "a default that the option itself does not allow", f"`{name}` can never be this"
        yield Fault("SA207", message, label, help=f"it is {_values_of(option)}", path=(*path, "default"))


def _kind_of(option: Option) -> str:
    """Returns the noun for a value of an option."""
    return WORDS[TYPES[option.type]]


def _values_of(option: Option) -> str:
    """Describes the values that an option can have."""
    if option.choices:
        return either(map(written, option.choices))
    return f"{_kind_of(option)} {_span(option)}" if (option.min, option.max) != (None, None) else _kind_of(option)


def _span(option: Option) -> str:
    """Describes the numbers that an option allows."""
    if option.min is None or option.max is None:
        return f"{option.min} or more" if option.max is None else f"{option.max} or less"
    return f"from {option.min} to {option.max}"


def allows(option: Option, value: str | int | bool) -> bool:
    """Returns whether an option allows a value."""
    if type(value) is not TYPES[option.type] or (option.choices and value not in option.choices):
        return False
    if type(value) is not int:
        return True
    return (option.min is None or value >= option.min) and (option.max is None or value <= option.max)
