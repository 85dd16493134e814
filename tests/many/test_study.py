"""`sa.study`: tables of what happened in many games, which add up to the final states."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import stoneage_rules as sa
from long_profile import LONG
from many.ledgers import TABLES, add_up
from shipped import HERE

TOY = Path(__file__).parents[1] / "toy" / "pond"
TABLES_OF_A_STUDY = ["games", "seats", "rounds", "placements", "purchases", "items", "rolls"]


@pytest.fixture(scope="module")
def rules() -> sa.Ruleset:
    return sa.load(players=3)


@pytest.fixture(scope="module")
def found(rules) -> sa.many.Study:
    return sa.study(rules, 4, makers=["random", "sensible", "random"], seed=6)


def test_every_row_says_when_and_whose_it_is(rules, found):
    assert [*found.columns] == TABLES_OF_A_STUDY
    assert (found.header["digest"], found.header["version"], found.header["seed"]) == (rules.digest, sa.__version__, 6)
    assert (found.header["games"], found.header["table"]) == (4, rules.table.to_dict())
    for table in found.columns:
        rows = [*found.rows(table)]
        assert rows
        for row in rows:
            assert [*row][:4] == ["game", "seed", "round", "seat"]
            assert row["seed"] == 6 + row["game"]
            assert row["round"] >= (table != "items"), "an item that nobody buys may be there from the set-up on"
            assert row["seat"] in (range(3) if table not in ("games", "items") else (0, 1, 2, None))
            assert all(value is None or type(value) is found.columns[table][name] for name, value in row.items()), row


def test_games_and_seats_are_those_of_simulate(rules, found):
    played = sa.simulate(rules, 4, makers=["random", "sensible", "random"], seed=6)
    seats = found.rows("seats")
    for game, row in zip(played.games, found.rows("games"), strict=True):
        alone = game.winners[0] if len(game.winners) == 1 else None
        assert (row["seat"], row["round"], row["winners"], row["ending"]) == (alone, game.round, len(game.winners), game.ending)
        for seat in range(3):
            mine = next(seats)
            assert (mine["total"], mine["victory"]) == (game.scores[seat], game.victory(seat))
            assert (mine["player"], mine["policy"]) == (game.seating[seat], game.policies[seat])
            assert mine["total"] == mine["points"] + sum(value for name, value in mine.items() if name.startswith("line."))


def test_a_roll_and_a_purchase_say_what_the_log_says(rules, found):
    game = sa.Game(rules, seed=6, skip_forced=True)
    game.run(sa.policies.make_policies(["random", "sensible", "random"], 6))
    events = [event for events in (game.opening, *game.events()) for event in events]

    def told(kind, *facts):
        return [(event.seat, *[event[fact] for fact in facts]) for event in events if event.name == kind]

    def written(rows, *columns):
        return [(row["seat"], *[row[column] for column in columns]) for row in rows]

    rows, purchases = ([row for row in found.rows(table) if row["game"] == 0] for table in ("rolls", "purchases"))
    assert written(rows, "dice") == [(seat, " ".join(map(str, dice))) for seat, dice in told("roll", "dice")]
    fields = "total", "divide", "yield"
    assert written([row for row in rows if row["total"] is not None], *fields) == told("total", *fields)
    for row in rows:
        assert (row["good"] is not None) == bool(row["yield"])
    laid = {event["item"]: event.round for event in events if event.name == "lay"}
    offered = [row for row in purchases if row["outcome"] in ("bought", "declined")]
    assert {row["outcome"] for row in offered} == {"bought", "declined"}
    for row in offered:
        assert row["offered"] == laid[row["item"]] <= row["round"]
        assert row["price"] == sum(value for name, value in row.items() if name.startswith("paid."))
        assert (row["price"] > 0) == (row["outcome"] == "bought")
        assert rules.place(row["place"]).id == row["place"]
    declined = [row for row in offered if row["outcome"] == "declined"]
    assert written(declined, "place", "payable") == told("decline", "place", "payable")


@pytest.mark.parametrize("table", [table for table in TABLES if set(table.get("modules", ())) <= set(HERE)], ids=str)
def test_rows_add_up_to_the_final_states(table):
    add_up(sa.load(table), range(300 if LONG else 3))


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_files_can_be_read_back(rules, found, tmp_path, form):
    if form == "parquet":
        pytest.importorskip("polars")
    heard = []
    written = sa.study(
        rules,
        4,
        to=tmp_path / "new" / "study",
        form=form,
        makers=["random", "sensible", "random"],
        seed=6,
        on_game=heard.append,
    )
    assert [game.number for game in heard] == [0, 1, 2, 3]
    read = sa.many.Study.read(tmp_path / "new" / "study")
    assert read.header == written.header
    assert read.columns == found.columns
    for table in found.columns:
        assert [*read.rows(table)] == [*found.rows(table)]


def test_frames(found):
    pytest.importorskip("polars")
    frame = found.frame("placements")
    assert frame.columns == [*found.columns["placements"]]
    assert frame["figures"].sum() == sum(row["figures"] for row in found.rows("placements"))


def stopping(seed):
    """A policy that is interrupted in the third game."""
    if seed >> 8 == 12:
        raise KeyboardInterrupt
    return sa.policies.random_policy(seed)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_an_interrupted_study_keeps_what_was_played(rules, tmp_path, form):
    if form == "parquet":
        pytest.importorskip("polars")
    with pytest.raises(KeyboardInterrupt):
        sa.study(rules, 10, to=tmp_path, form=form, makers=stopping, seed=10)
    kept = sa.many.Study.read(tmp_path)
    assert kept.header["games"] == 2
    assert Counter(row["game"] for row in kept.rows("seats")) == {0: 3, 1: 3}


def test_what_cannot_be_written(rules, tmp_path):
    with pytest.raises(ValueError, match="parquet, csv and json, not as `xlsx`"):
        sa.study(rules, 1, to=tmp_path, form="xlsx", makers="random", seed=1)
    assert [*tmp_path.iterdir()] == []


def test_games_of_other_content_have_their_own_columns():
    rules = sa.load(players=2, modules=[str(TOY)])
    pond = sa.study(rules, 2, makers="random", seed=1)
    assert {f"good.{good}" for good in rules.goods} <= pond.columns["seats"].keys()
    assert {row["place"] for row in pond.rows("placements")} <= {place.id for place in rules.places}
    assert len([*pond.rows("placements")]) > 2
