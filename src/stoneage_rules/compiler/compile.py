"""The compiler: every record binds itself; what the records of all kinds become is a ruleset.

Whether records are right is decided before, in `packs`; what they do in play comes after, in the mechanisms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stoneage_rules.compiler.contributions import Contributions
from stoneage_rules.compiler.digest import digest_of
from stoneage_rules.compiler.linker import ContentLinker
from stoneage_rules.kernel.finalize import frame_order
from stoneage_rules.kernel.nouns import STATEMENT_TABLE
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.packs.content import Content

__all__ = ["compile_rules"]


def compile_rules(
    content: Content,
    *,
    table: Any,
    contributions: Contributions,
    first_seat: int,
    questions: Mapping[str, tuple[Callable[..., int], ...]],
    locate: Callable[[str, tuple[str | int, ...]], str | None],
    load_again: Callable[[Any, str], Ruleset],
    make_linker: type[ContentLinker] = ContentLinker,
) -> Ruleset:
    """Compiles checked content to a frozen ruleset; `make_linker` can be a class that watches what is bound.

    Raises:
        TooManyOptions: a decision would have more options than can be listed.
        PluginError: a plugin's word or frame fails.
    """
    link = make_linker(content, contributions, frame_order(contributions.frames))
    link.bind_all()
    rules = Ruleset(
        table=table,
        digest=digest_of(content, first_seat, contributions.code),
        players=content.settings.players,
        first_seat=first_seat,
        nodes=tuple(link.nodes),
        tables={handle: tuple(values) for handle, values in link.tables.items()},
        questions=questions,
        citations=_citations(content, link),
        checks_by_kind=_checks_by_kind(content, link),
        sentences={statement.id: statement.text for statement in link.entries(STATEMENT_TABLE)},
        packs=tuple(pack.id for pack in content.packs),
        owners=contributions.owners,
        event_kinds=contributions.events,
        content=content,
        linker=link,
        locate=locate,
        load_again=load_again,
    )
    rules._finalize(contributions.frames)
    return rules


def _citations(content: Content, link: ContentLinker) -> dict[str, tuple[str, ...]]:
    """Returns statement ids by record address and by check name."""
    cited: dict[str, tuple[str, ...]] = {entry.address: entry.record.rules for entry in content}
    for statement in link.entries(STATEMENT_TABLE):
        for check in statement.checks:
            cited[check] = (*cited.get(check, ()), statement.id)
    return cited


def _checks_by_kind(content: Content, link: ContentLinker) -> dict[str, frozenset[str]]:
    """Returns, by kind of record, the checks named by statements that records of the kind carry out."""
    checks = {statement.id: statement.checks for statement in link.entries(STATEMENT_TABLE)}
    return {
        kind: frozenset(check for entry in entries for id in entry.record.rules for check in checks.get(id, ()))
        for kind, entries in content.entries.items()
    }
