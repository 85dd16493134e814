"""The table at which every edit of every module works: all modules that are there, with the options that ask for more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import stoneage_rules as sa
from shipped import HERE
from stoneage_rules.loading.load import language_of
from stoneage_rules.packs.content import Content, Language, Pack, Settings
from stoneage_rules.packs.spans import TomlPath

OPTIONS = {"style-is-the-goal": {"older-tiles": True, "trade-needed": "used"}}
EVERYTHING = sa.Table(
    players=4, modules=HERE, options={module: values for module, values in OPTIONS.items() if module in HERE}
)  # fmt: skip


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
        its = pack.manifest.options
        chosen = {name: option.default for name, option in its.items()} | EVERYTHING.options.get(pack.id, {})
        for name, value in chosen.items() if other else ():
            others = [not value] if its[name].type == "bool" else [choice for choice in its[name].choices if choice != value]
            chosen[name] = [*others, value][0]
        options[pack.id] = chosen
    return Settings(EVERYTHING.players, options)


def entries(value: Any, path: TomlPath = ()) -> Iterator[tuple[TomlPath, Any]]:
    """Every value of a document, containers included, with the way to it."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in inside:
        yield (*path, step), inner
        yield from entries(inner, (*path, step))
