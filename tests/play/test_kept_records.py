"""Records that earlier versions have written: every later one replays them, or says that the rules have changed since.

To keep those of a version: `PYTHONPATH=tests python tests/play/test_kept_records.py`, once, when it is released.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

import stoneage_rules as sa
from properties.tables import players_of
from shipped import HERE, named_in
from sources import ROOT

KEPT = Path(__file__).parent / "kept"
RECORDS = sorted(KEPT.glob("*/*.txt"))


OTHER_RULES = {
    "0.1.0/all-for-seat-1.txt", "0.1.0/all.txt", "0.1.0/by-hand-from-a-position.txt", "0.1.0/style-is-the-goal.txt",
    "0.1.0/unfinished.txt",
}  # fmt: skip
"""Games by rules that have changed since: when a trade is needed, and when the bonus of the fifth space is offered."""


def name_of(path):
    return path.relative_to(KEPT).as_posix()


def kept_record(path):
    """The record, if its modules are here."""
    if not {*named_in(path.read_text("utf-8"))} <= {*HERE}:
        pytest.skip("a module of this game has been taken away")
    return sa.read_record(path)


@pytest.mark.parametrize("path", [path for path in RECORDS if name_of(path) not in OTHER_RULES], ids=name_of)
def test_a_kept_record_replays(path):
    record = kept_record(path)
    game = sa.replay(record, allow_unfinished=not record.is_finished)
    assert game.is_over == record.is_finished
    assert f'library = "{path.parent.name}"\n' in str(record)


@pytest.mark.parametrize("path", [path for path in RECORDS if name_of(path) in OTHER_RULES], ids=name_of)
def test_a_record_by_rules_that_have_changed_is_refused_as_such(path):
    """Asked to go by the rules of now, a replay tells the first line that they make another game of."""
    record = kept_record(path)
    with pytest.raises(sa.RecordError, match="the record was made under other rules") as refused:
        sa.replay(record, allow_unfinished=True)
    assert refused.value.game is None
    if path.stem == "unfinished":
        game = sa.replay(record, allow_unfinished=True, with_current_rules=True)
        assert str(game.record).partition("---")[2] == str(record).partition("---")[2], "it ends before the rules differ"
        return
    with pytest.raises(sa.RecordError, match=r"the rules of now differ|has been changed") as differs:
        sa.replay(record, allow_unfinished=True, with_current_rules=True)
    assert 0 < differs.value.game.length < len(list(record.lines()))


def test_there_are_records_of_every_sort():
    records = [sa.read_record(path) for path in RECORDS]
    assert {record.table.players for record in records} >= {2, 4}
    assert any(record.start is not None for record in records)
    assert any(record.seed is None and record.viewer is None for record in records)
    assert any(record.viewer is not None for record in records)
    assert any(not record.is_finished for record in records)
    assert {module for record in records for module in record.table.modules} >= {*HERE}


def test_the_example_of_the_specification_replays():
    """It is what the library writes, to the letter."""
    page = (ROOT / "docs" / "records.md").read_text("utf-8")
    example = page.partition("```text\n")[2].partition("```")[0]
    game = sa.replay(example, allow_unfinished=True)
    assert str(game.record) == example
    assert str(game.record.for_seat(1)).count("viewer = 1\n") == 1


def keep_all(folder: Path) -> None:
    """Writes records of all sorts with the version that is installed."""
    folder.mkdir(parents=True)

    def keep(name: str, players: int, modules: tuple[str, ...] = (), policy: str = "sensible") -> sa.Game:
        names, policies = ["Ada", *[""] * (players - 1)], [policy] * players
        rules = sa.load(players=players, modules=modules)
        game = sa.Game(rules, seed=len(name), skip_forced=True, names=names, policies=policies)
        game.run(sa.policies.make_policies(policies, game.seed))
        game.record.write(folder / f"{name}.txt")
        return game

    keep("base-4", 4)
    keep("base-random", 2, policy="random")
    for module in HERE:
        keep(module, 2, (module,))
    game = keep("all", players_of(HERE)[-1], tuple(HERE))
    game.record.for_seat(1).write(folder / "all-for-seat-1.txt")
    game.undo_to(game.length // 2)
    game.record.write(folder / "unfinished.txt")
    later = sa.Game(game.rules, seed=1, start=game.state, auto_chance=False)
    while later.length < 60:
        later.play(later.foresee() if later.state.is_chance else later.legal()[-1])
    later.record.write(folder / "by-hand-from-a-position.txt")


if __name__ == "__main__":
    keep_all(KEPT / version("stoneage-rules"))
