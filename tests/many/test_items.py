"""The items of a study: counted once more from the logs of replayed games, at the command line, and in a report."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

import stoneage_rules as sa
from shipped import HERE

PLACES = re.compile(r"(\S+) is laid on ")
TAKES = re.compile(r"seat (\d) takes ([a-z]+-[\w-]+)")
PAYS = re.compile(r"seat (\d) pays (.*)")
USES = re.compile(r"seat (\d) uses ")


class Recount:
    """Counts purchases by what the log of a game says."""

    def __init__(self) -> None:
        self.offered = Counter[str]()
        self.sales: defaultdict[str, list[tuple[int, int, float]]] = defaultdict(list)
        """The price, the wait and the victory of the buyer in each game in which an item was bought."""

    def add(self, game: sa.Game) -> None:
        laid: dict[str, int] = {}
        open_now: set[str] = set()
        paid: dict[int, int] = {}
        sold: dict[str, tuple[int, int, float]] = {}
        round = 0
        for line in map(str, game.log):
            if found := re.match(r"round (\d+),", line):
                round = int(found[1])
            elif found := PLACES.match(line):
                laid[found[1]] = round
                open_now.add(found[1])
            elif found := USES.match(line):
                paid[int(found[1])] = 0
            elif found := PAYS.match(line):
                paid[int(found[1])] = paid.get(int(found[1]), 0) + sum(map(int, re.findall(r"\d+", found[2])))
            elif (found := TAKES.match(line)) and found[2] in open_now:
                seat, item = int(found[1]), found[2]
                open_now.remove(item)
                winners = game.state.winners
                sold[item] = paid.pop(seat, 0), round - laid[item], (seat in winners) / len(winners)
        self.offered.update([*laid])
        for item, sale in sold.items():
            self.sales[item].append(sale)


@pytest.mark.parametrize(
    ("table", "policy", "games"),
    [({"players": 4}, "sensible", 10), ({"players": 2}, "random", 5), ({"players": 4, "modules": [*HERE]}, "sensible", 5)],
    ids=["base", "random", "all modules"],
)
def test_items_are_those_of_replayed_games(table: dict[str, Any], policy: str, games: int) -> None:
    """Twenty games in all."""
    rules = sa.load(table)
    counted = Recount()
    for seed in range(1, 1 + games):
        game = sa.Game(rules, seed=seed, skip_forced=True)
        game.run(policy)
        counted.add(sa.replay(str(game.record)))
    found = sa.study(rules, games, makers=policy, seed=1).by_item
    assert {one.item: one.offered for one in found} == dict(counted.offered)
    assert len(found) > 20
    shares = defaultdict(list)
    for one in found:
        sales = counted.sales[one.item]
        shares[one.kind] += [won for *_, won in sales]
        assert one.bought == len(sales), one
        if sales:
            means = [fmean(values) for values in zip(*sales, strict=True)]
            assert [one.price, one.wait, one.share.value] == pytest.approx(means), one
            assert one.share == sa.many.wilson(sum(won for *_, won in sales), len(sales)), one
        else:
            assert (one.price, one.wait, one.share) == (0, 0, sa.many.Interval(0, 0, 1)), one
    for one in found:
        assert one.usual == pytest.approx(fmean(shares[one.kind]) if shares[one.kind] else 0)
    assert sum(map(len, counted.sales.values())) > 10 * games


def test_an_item_has_one_row_in_a_game_and_its_kinds_come_in_order() -> None:
    found = sa.study({"players": 2}, 3, makers="random", seed=1)
    rows = [(row["game"], row["item"]) for row in found.rows("items")]
    assert len({*rows}) == len(rows)
    assert {row["victory"] for row in found.rows("items") if row["seat"] is None} == {0}
    order = [(one.kind, -one.share.value) for one in found.by_item]
    assert order == sorted(order)
    assert any(not one.bought for one in found.by_item)


# --- the command and its report -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("studies") / "study"
    sa.study({"players": 3}, 4, to=folder, form="csv", makers=["sensible", "random", "random"], seed=1)
    return folder


def test_the_command_says_what_the_study_has(stoneage, folder):
    found = sa.many.Study.read(folder).by_item
    shown = stoneage("items", folder)
    assert shown.code == 0
    first, heads, *rows = shown.out.splitlines()
    assert (first, heads.split()[:6]) == ("4 games", ["kind", "item", "offered", "bought", "price", "wait"])
    assert [row.split()[:4] for row in rows] == [[one.kind, one.item, str(one.offered), str(one.bought)] for one in found]
    assert f"{found[0].share.value:.2f} ({found[0].share.low:.2f} to" in rows[0]
    data = json.loads(stoneage("items", folder, "--json").out)
    assert [sa.many.ItemTally.from_dict(one) for one in data] == [*found]


def test_a_study_without_the_table_is_told(stoneage, folder, tmp_path):
    for path in folder.iterdir():
        header = json.loads(path.read_text("utf-8")) if path.name == "study.json" else None
        if header is not None:
            header["columns"].pop("items")
        (tmp_path / path.name).write_text(path.read_text("utf-8") if header is None else json.dumps(header), "utf-8")
    ran = stoneage("items", tmp_path)
    assert (ran.code, "has no table of items" in ran.err) == (2, True)


def test_the_report_has_the_table_and_the_plots(stoneage, folder, tmp_path):
    pytest.importorskip("altair")
    for name in ("report.html", "plot.svg"):
        assert stoneage("items", folder, "--report", tmp_path / name).code == 0
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "<h1>4 games, seeds from 1</h1>" in page
    assert "does not prove" in page
    assert re.findall(r"<script[^>]* src|<link|@import", page) == []
    assert all(f"<td>{one.item}</td>" in page for one in sa.many.Study.read(folder).by_item)
    plot = (tmp_path / "plot.svg").read_text("utf-8")
    assert plot.startswith("<svg")
    for words in ("seat 2", "last round", "won by buyers: card", "share of games"):
        assert words in plot
    again = stoneage("items", folder, "--report", tmp_path / "plot.svg")
    assert (again.code, "is there already" in again.err) == (2, True)
    assert (tmp_path / "plot.svg").read_text("utf-8") == plot
