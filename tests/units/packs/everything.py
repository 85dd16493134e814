"""The words and settings of the table of all modules, and the values of its documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from packs.everything import EVERYTHING, content
from stoneage_rules.loading.load import language_of
from stoneage_rules.packs.content import Language, Pack, Settings
from stoneage_rules.packs.spans import TomlPath

__all__ = ["EVERYTHING", "content", "entries", "language", "settings_of"]


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
