"""The table at which every edit of every module works: all modules that are there, with the options that ask for more."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import stoneage_rules as sa
from shipped import HERE
from stoneage_rules import Table
from stoneage_rules.loading.load import language_of
from stoneage_rules.packs.content import Content, Language, Option, Pack, Settings

__all__ = ["EVERYTHING", "content", "language", "settings_of"]

OPTIONS = {"style-is-the-goal": {"older-tiles": True, "trade-needed": "used"}}
EVERYTHING = Table(
    players=4,
    modules=HERE,
    options={module: values for module, values in OPTIONS.items() if module in HERE},
)


@cache
def content() -> Content:
    """All packs of the library as one."""
    found: Content = sa.load(EVERYTHING).content
    return found


@cache
def language() -> Language:
    """Returns the words that content may use there."""
    return language_of(EVERYTHING)


def settings_of(packs: Iterable[Pack], *, other: bool = False) -> Settings:
    """The settings of the table for packs, whatever their manifests say by now; of another one, every option otherwise."""
    options: dict[str, dict[str, Any]] = {}
    for pack in packs:
        defaults = {name: option.default for name, option in pack.manifest.options.items()}
        chosen = defaults | EVERYTHING.options.get(pack.id, {})
        its = pack.manifest.options
        options[pack.id] = {name: _other(its[name], value) for name, value in chosen.items()} if other else chosen
    return Settings(EVERYTHING.players, options)


def _other(option: Option, value: Any) -> Any:
    """Another value that an option can have."""
    if option.type == "bool":
        return not value
    return next((choice for choice in option.choices if choice != value), value)
