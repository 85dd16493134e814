"""Recognizes values that content takes from a table's options: `{ option = "NAME" }`."""

from __future__ import annotations

from typing import Any

import attrs

from stoneage_rules.packs.findings.faults import Fault

__all__ = ["OPTION_KEY", "as_option_fault", "is_option", "names_option"]

OPTION_KEY = "option"
"""The one key of a table that stands for an option's value."""
WRONG_TYPE = "SA201"


def is_option(written: Any) -> bool:
    """Returns whether a value is written as `{ option = "NAME" }`."""
    return isinstance(written, dict) and set(written) == {OPTION_KEY}


def names_option(written: Any) -> bool:
    """Returns whether a written value is, or contains, `{ option = "NAME" }`."""
    if isinstance(written, dict):
        return is_option(written) or any(map(names_option, written.values()))
    return isinstance(written, list) and any(map(names_option, written))


def as_option_fault(fault: Fault, written: Any) -> Fault:
    """Returns a fault reworded for the option that supplies the value, if one does."""
    if not is_option(written) or fault.at_key:
        return fault
    name = written[OPTION_KEY]
    if fault.code == WRONG_TYPE:
        help = "write the value itself, or name an option of another type"
        return attrs.evolve(fault, label=f"this is what the option `{name}` gives", help=help, near=None, mend=None)
    return attrs.evolve(fault, note=f"the value is that of the option `{name}`", near=None, mend=None)
