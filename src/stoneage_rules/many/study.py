"""Studies: what happens in many games as tables, one for each kind of event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import Event, read_event
from stoneage_rules.language.fields import Noted
from stoneage_rules.loading.load import TableLike
from stoneage_rules.many.item_tallies import ItemTally, tallies_of
from stoneage_rules.many.pool import spread
from stoneage_rules.many.simulation import OnGame, Series, hand_on, numbers, seed_to, series
from stoneage_rules.many.study_files import Columns, GameRows, StudyFiles, StudyRow, frame_of, header_of, rows_in, whole_in
from stoneage_rules.many.tallies import GameResult
from stoneage_rules.policies.registry import Makers

if TYPE_CHECKING:
    import polars

KEYS: Mapping[str, type] = {"game": int, "seed": int, "round": int, "seat": int}
"""The first columns of every table."""

# --- columns ------------------------------------------------------------------------------------------------------


def columns_of(rules: Ruleset) -> Columns:
    """Returns the columns of every table, with their types; goods, tracks, kinds and score lines follow the content."""
    goods = {f"good.{good}": int for good in rules.goods}
    kinds = {f"items.{kind}": int for kind in rules.kinds}
    held: dict[str, type] = {
        "points": int,
        "figures": int,
        "tools": int,
        **goods,
        **{f"track.{track}": int for track in rules.tracks},
        **kinds,
    }
    lines = {f"line.{line.id}": int for line in rules.initial_state().score_sheet(0).lines}
    paid = {f"paid.{good}": int for good in rules.goods}
    tables: dict[str, dict[str, type]] = {
        "games": {"winners": int, "verdict": str, "ending": str},
        "seats": {"player": int, "name": str, "policy": str, "total": int, "victory": float, **lines, **held},
        "rounds": held,
        "placements": {"order": int, "place": str, "figures": int},
        "purchases": {
            "outcome": str, "item": str, "kind": str, "place": str, "offered": int, "payable": int, "price": int, **paid
        },
        "items": {"item": str, "kind": str, "offered": int, "price": int, "victory": float},
        "rolls": {"place": str, "dice": str, "tools": int, "total": int, "divide": int, "yield": int, "good": str},
    }  # fmt: skip
    return {name: {**KEYS, **columns} for name, columns in tables.items()}


# --- one game -----------------------------------------------------------------------------------------------------


class GameTables:
    """The rows of one game, made of its events as it is played.

    Args:
        rules: the rules.
        number: the number of the game.
        seed: its seed.
    """

    def __init__(self, rules: Ruleset, number: int, seed: int) -> None:
        self.rules = rules
        self.rows: dict[str, list[dict[str, Any]]] = {}
        self._keys = {"game": number, "seed": seed}
        self._kinds = {id: rules.kinds[item.kind] for id, item in zip(rules.item_ids, rules.items, strict=True)}
        self._offered: dict[str, tuple[str, int]] = {}
        """The place of each item that was offered and not bought, and since which round."""
        self._paid: dict[int | None, Counter[str]] = {}
        """The goods that each seat has paid since it began to use a place."""
        self._place: dict[int | None, str] = {}
        """The place that each seat used last."""
        self._roll: dict[int | None, dict[str, Any]] = {}
        """The last roll of each seat."""
        self._order = 0
        self._handlers: dict[str, Callable[[Event], None]] = {
            "round": self._round, "put": self._put, "resolve": self._resolve, "lay": self._lay, "slide": self._slide,
            "spend": self._spend, "own": self._own, "own-hidden": self._own, "decline": self._decline,
            "give-back": self._give_back, "give-back-hidden": self._give_back, "roll": self._rolled, "tools": self._tools,
            "total": self._total, "gain": self._gain, "holds": self._holds,
        }  # fmt: skip

    def __call__(self, state: State) -> None:
        """Takes in the events since the last state."""
        noted = state._noted
        if not noted:
            return
        # As `state.events` does, which would make events of all of them.
        round = state.round - sum(name == "round" for name, *_ in noted)
        for values in noted:
            round += values[0] == "round"
            handler = self._handlers.get(values[0])
            if handler is not None:
                handler(read_event(self.rules, values, round))
        noted.clear()

    def _add(self, table: str, event: Event, **values: Any) -> dict[str, Any]:
        row = {**self._keys, "round": event.round, "seat": event.seat, **values}
        self.rows.setdefault(table, []).append(row)
        return row

    # --- placements and rolls -----------------------------------------------------------------------------------

    def _round(self, event: Event) -> None:
        self._order = 0

    def _put(self, event: Event) -> None:
        self._order += 1
        self._add("placements", event, order=self._order, place=event["place"], figures=event["figures"])

    def _resolve(self, event: Event) -> None:
        self._place[event.seat] = event.text("place")
        self._paid[event.seat] = Counter()

    def _rolled(self, event: Event) -> None:
        dice = " ".join(map(str, event.several("dice")))
        self._roll[event.seat] = self._add("rolls", event, place=self._place.get(event.seat), dice=dice, tools=0)

    def _tools(self, event: Event) -> None:
        if event.seat in self._roll:
            self._roll[event.seat]["tools"] = event["value"]

    def _total(self, event: Event) -> None:
        if event.seat in self._roll:
            self._roll[event.seat].update({name: event[name] for name in ("total", "divide", "yield")})

    def _gain(self, event: Event) -> None:
        roll = self._roll.get(event.seat)
        if roll is not None and roll.get("yield"):
            roll["good"] = event["good"]
            del self._roll[event.seat]

    # --- purchases ----------------------------------------------------------------------------------------------

    def _lay(self, event: Event) -> None:
        self._offered[event.text("item")] = event.text("place"), event.round

    def _slide(self, event: Event) -> None:
        item = event.text("item")
        self._offered[item] = event.text("to"), self._offered.get(item, ("", event.round))[1]

    def _spend(self, event: Event) -> None:
        goods: Any = event.counts("goods")
        self._paid.setdefault(event.seat, Counter()).update(goods)

    def _own(self, event: Event) -> None:
        place, offered = self._offered.pop(event.text("item"), (None, None))
        if place is not None:
            self._purchase("bought", event, self._paid.pop(event.seat, Counter()), place, offered)
        else:
            self._purchase("drawn" if event.name == "own-hidden" else "got", event, Counter())

    def _decline(self, event: Event) -> None:
        _, offered = self._offered.get(event.text("item"), ("", None))
        self._purchase("declined", event, Counter(), event.text("place"), offered, event["payable"])

    def _give_back(self, event: Event) -> None:
        self._purchase("returned", event, Counter())

    def _purchase(
        self, outcome: str, event: Event, paid: Counter[str], place: str | None = None, offered: int | None = None,
        payable: Any = None,
    ) -> None:  # fmt: skip
        item = event.text("item")
        goods = {f"paid.{good}": paid[good] for good in self.rules.goods}
        self._add(
            "purchases", event, outcome=outcome, item=item, kind=self._kinds[item], place=place, offered=offered, payable=payable,
            price=paid.total(), **goods,
        )  # fmt: skip

    # --- what seats have ----------------------------------------------------------------------------------------

    def _holds(self, event: Event) -> None:
        counts = [event.counts(name) for name in ("goods", "tracks", "items")]
        self._add("rounds", event, **self._held(event["points"], event["figures"], event["tools"], *counts))

    def _held(
        self, points: Any, figures: Any, kit: Any, goods: Mapping[str, Any], tracks: Mapping[str, Any], items: Mapping[str, Any]
    ) -> dict[str, Any]:
        return {
            "points": points,
            "figures": figures,
            "tools": sum(value for value, _ in kit),
            **{f"good.{good}": goods.get(good, 0) for good in self.rules.goods},
            **{f"track.{track}": tracks.get(track, 0) for track in self.rules.tracks},
            **{f"items.{kind}": items.get(kind, 0) for kind in self.rules.kinds},
        }

    def end(self, state: State, result: GameResult, games: Series) -> None:
        """Adds the rows of the game that is over, of its items and its seats."""
        rows: dict[str, dict[str, Any]] = {
            item: {**self._keys, "round": round, "item": item, "kind": self._kinds[item], "offered": round}
            for item, (_, round) in self._offered.items()
        }
        rows |= {row["item"]: row for row in self.rows.get("purchases", ()) if row["outcome"] == "bought"}
        self.rows["items"] = [{**row, "victory": result.victory(row.get("seat", -1))} for row in rows.values()]
        alone = result.winners[0] if len(result.winners) == 1 else None
        over = Event("end", alone, {}, round=result.round)
        self._add("games", over, winners=len(result.winners), verdict=result.verdict, ending=result.ending)
        for seat, player in enumerate(state.players):
            sheet = state.score_sheet(seat)
            kinds = Counter(self._kinds[item] for item in (*player.items, *player.face_down))
            who = games.players[result.seating[seat]]
            self._add(
                "seats", attrs.evolve(over, seat=seat), player=result.seating[seat], name=who.name or None, policy=who.policy,
                total=sheet.total, victory=result.victory(seat), **{f"line.{line.id}": line.points for line in sheet.lines},
                **self._held(player.points, player.figures, player.tools, player.goods, player.tracks, kinds),
            )  # fmt: skip


@attrs.frozen
class StudiedGames:
    """The games of a series, each played with its rows: called with a number, it plays that game."""

    games: Series
    columns: Columns

    def __call__(self, number: int) -> tuple[GameResult, GameRows]:
        """Plays a game; returns how it ends, and its rows by table."""
        tables = GameTables(self.games.rules, number, self.games.seed + number)
        result, state = self.games.play(number, tables)
        tables.end(state, result, self.games)
        rows = {
            table: [tuple([row.get(column) for column in columns]) for row in tables.rows.get(table, ())]
            for table, columns in self.columns.items()
        }
        return result, rows


# --- many games ---------------------------------------------------------------------------------------------------


@attrs.frozen
class Study(Noted):
    """The tables of many games: `games`, `seats`, `rounds`, `placements`, `purchases`, `items` and `rolls`."""

    header: Mapping[str, Any]
    """The identity of the study: digest, version, seed, settings of the table, players, and the number of games."""
    columns: Columns
    """The columns of each table, with their types."""
    folder: Path | None = None
    """The folder of its files; None for a study in memory."""
    _rows: Mapping[str, list[StudyRow]] = attrs.field(factory=dict, repr=False)
    _whole: Mapping[str, int] = attrs.field(factory=dict, repr=False)
    """How many rows of each file belong to whole games."""

    @classmethod
    def read(cls, folder: str | Path) -> Study:
        """Returns the study in a folder: all complete games, even if it was killed.

        Raises:
            OSError: there is none, or a file is damaged; the error names it.
        """
        header, columns = header_of(Path(folder))
        games, whole = whole_in(Path(folder), header["format"], columns)
        return cls({**header, "games": games}, columns, Path(folder), whole=whole)

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """Yields the rows of a table by column; those of Parquet files need polars.

        Raises:
            OSError: a file is damaged; the error names it.
        """
        if self.folder is not None:
            yield from rows_in(self.folder, self.header["format"], table, self.columns[table], self._whole.get(table, 0))
        for row in self._rows.get(table, ()):
            yield dict(zip(self.columns[table], row, strict=True))

    @property
    def by_item(self) -> tuple[ItemTally, ...]:
        """The items, kind by kind, in each kind those first whose buyers won most."""
        return tallies_of(self.rows("items"))

    def frame(self, table: str) -> polars.DataFrame:
        """Returns a table as a data frame of polars, which the extra `study` installs."""
        return frame_of([*self.rows(table)], self.columns[table])


def study(
    table: TableLike | None = None,
    games: int = 100,
    *,
    to: str | Path | None = None,
    form: str = "parquet",
    makers: Makers | None = None,
    seed: int | None = None,
    workers: int | None = 1,
    executor: Executor | None = None,
    on_game: OnGame | None = None,
    allow_code: bool = False,
    policies: None = None,
) -> Study:
    """Plays the games of `simulate`, and returns their events as tables, one for each kind.

    Other arguments are as for `simulate`.

    Args:
        to: a new folder for files; each game is written to it at once, so an interrupted or killed study keeps its games. If it
            has games of the same study, only those that it lacks are played. By default everything stays in memory.
        form: the form of the files: `parquet` (polars, from the extra `study`), `csv`, or `json`, a line for each row.

    Raises:
        FileExistsError: another study or something else is in the folder.
        ValueError: the form is unknown, or as `simulate`.
        StoneAgeError: polars is needed but not installed.
        OSError: a file cannot be written, as on a full disk, or is damaged; the error names it, and finished games are kept.
        WorkerDied: a worker process was killed; finished games are kept.
    """
    many = series(table, makers, seed_to(to, seed), policies, allow_code=allow_code)
    played, wanted = StudiedGames(many, columns_of(many.rules)), numbers(games)
    told = [] if on_game is None else [lambda found: on_game(found[0])]
    if to is not None:
        with StudyFiles(Path(to), form, played.columns, many.identity()) as files:
            hand_on(spread(played, wanted[files.games :], workers, executor), lambda found: files.add(found[1]), *told)
        return Study.read(to)
    rows: dict[str, list[StudyRow]] = {name: [] for name in played.columns}
    hand_on(spread(played, wanted, workers, executor), lambda found: _extend(rows, found[1]), *told)
    return Study({**many.identity(), "games": games}, played.columns, None, rows)


def _extend(rows: Mapping[str, list[StudyRow]], found: GameRows) -> None:
    for table, some in found.items():
        rows[table].extend(some)
