"""Strategies of Hypothesis for packs; their public home is `strategies`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.inspection import inspect_pack, player_counts
from stoneage_rules.loading.table import is_path
from stoneage_rules.packs.content import Language
from stoneage_rules.packs.findings.diagnostics import Diagnostic, Severity
from stoneage_rules.testing.random_packs import (
    ChoiceSource,
    Header,
    RandomPack,
    SingleFault,
    Table,
    random_pack,
    repaired,
    with_a_fault,
)

__all__ = ["choice_sources", "faulty_packs", "packs"]


@st.composite
def choice_sources(draw: st.DrawFn) -> ChoiceSource:
    """Returns a strategy for sources of choices that shrink: everything that is made with one is made plainer."""
    return ChoiceSource(lambda count: draw(st.integers(0, count - 1)))


def packs(table: Ruleset | Language, *, given: Sequence[tuple[Header, Table]] = ()) -> SearchStrategy[RandomPack]:
    """Returns a strategy for packs without errors, of new records and edits; `pack.write(folder)` makes files of one.

    Args:
        table: the rules that they change; for games of their own `rules.content.language`, the words of a table.
        given: tables that they have in any case, as `(header, data)`; for games of their own, what these need.
    """
    # The rules are no argument of a function of Hypothesis, which would write them out in full when an example fails.
    return choice_sources().map(lambda choices: _valid(choices, table, given))


def faulty_packs(table: Ruleset | Language, *, given: Sequence[tuple[Header, Table]] = ()) -> SearchStrategy[SingleFault]:
    """Returns a strategy for packs with exactly one error: `fault.pack`, and the `codes` and the `span` that must be told.

    Args:
        table: as for `packs`.
        given: as for `packs`.
    """
    return choice_sources().map(lambda choices: _faulty(choices, table, given))


def _faulty(choices: ChoiceSource, table: Ruleset | Language, given: Sequence[tuple[Header, Table]]) -> SingleFault:
    """Returns a pack without errors, to which one has been added."""
    language = table if isinstance(table, Language) else table.content.language
    fault = with_a_fault(choices, _valid(choices, table, given), language)
    assume(fault is not None)
    assert fault is not None
    return fault


def _valid(choices: ChoiceSource, table: Ruleset | Language, given: Sequence[tuple[Header, Table]]) -> RandomPack:
    """Returns a pack from which everything has been taken out that `stoneage check` finds fault with."""
    modules = () if isinstance(table, Language) else tuple(filter(is_path, table.table.modules))
    if isinstance(table, Language):
        made = random_pack(choices, table, players=(2, 3), given=given)
    else:
        made = random_pack(choices, table.content, players=tuple(player_counts(table)), given=given)
    with TemporaryDirectory() as folder:
        pack = repaired(made, lambda pack: _errors(pack, Path(folder) / "random-pack", modules))
    assume(pack is not None)
    assert pack is not None
    return pack


def _errors(pack: RandomPack, folder: Path, modules: Sequence[str]) -> list[Diagnostic]:
    """Returns the errors that `stoneage check` finds in a pack written to a folder."""
    findings = inspect_pack(pack.write(folder), modules=modules).findings
    return [finding for finding in findings if finding.severity is Severity.ERROR]
