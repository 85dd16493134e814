"""Games made at random in which items are used at any time against whoever is asked: what is in question is lost meanwhile."""

from __future__ import annotations

from typing import Any

from units.packs.random_values import ChoiceSource

__all__ = ["raids"]

Table = dict[str, Any]


def lose(**keys: Any) -> Table:
    return {"do": "lose", **keys}


OTHERS = {"from": "others"}
AGAINST: tuple[Table, ...] = (
    lose(good="corn", amount=2, to="seat", **OTHERS),
    lose(good="flint", amount=9, **OTHERS),
    lose(of="crop", amount=2, to="seat", **OTHERS),
    lose(of="crop", amount={"goods": "crop", "divide": 2}, **OTHERS),
    lose(of="crop", amount=3, from_most={"goods": "crop"}, to="seat"),
    lose(figures=1, **OTHERS),
    lose(figures=4, **OTHERS),
    lose(tools=2, **OTHERS),
    lose(track="fame", amount=2, **OTHERS),
    lose(track="trade", amount=1, **OTHERS),
    {"do": "each-seat", "effects": [lose(of="crop", amount=1, **OTHERS)]},
    {"do": "each-seat", "effects": [lose(figures=1, **OTHERS), {"do": "figure"}]},
    {"do": "each-seat", "effects": [{"do": "pay", "cost": {"corn": 1}, "must": True, "else": [{"do": "points", "amount": -1}]}]},
    {"do": "each-seat", "effects": [{"do": "mark", "mark": "sworn"}]},
    {"do": "each-seat", "order": "reverse", "effects": [{"do": "advance", "track": "trade"}]},
    {"do": "reveal", "kind": "woe", "from": "pit"},
)
"""Effects by which other seats may lose something, or everybody."""
FOR_ITSELF: tuple[Table, ...] = (
    {"do": "gain", "good": "corn", "amount": 2},
    {"do": "gain", "good": "flint", "amount": {"track": "fame"}},
    {"do": "choose", "of": "crop", "amount": 2},
    {"do": "advance", "track": "fame"},
    {"do": "advance", "track": "trade", "steps": 2},
    {"do": "tool"},
    {"do": "figure"},
    {"do": "mark", "mark": "sworn"},
    {"do": "unmark", "mark": "traded"},
    {"do": "pay", "cost": {"of": "crop", "amount": 2}, "effects": [{"do": "points", "amount": 3}], "times": 2},
    {"do": "pay", "cost": {"flint": 1}, "must": True, "effects": [{"do": "tool"}]},
    {"do": "feed", "good": "corn", "instead": "crop", "starve": [{"do": "points", "amount": -2}]},
    {"do": "deal", "kind": "relic", "from": "hoard", "amount": 2, "keep": 1},
    {"do": "deal", "kind": "oath", "from": "oaths", "amount": 2, "keep": 1, "hidden": True},
    {"do": "move", "kind": "relic", "from": "hoard", "to": "attic"},
    {"do": "move", "kind": "relic", "from": "attic", "to": "hoard"},
    {"do": "roll", "dice": 2, "divide": 3, "yields": ["corn", "flint"]},
    {"do": "dice-for-all", "table": "lots"},
    {"do": "pass-first", "to": "seat"},
    {"do": "end-game", "after_round": 3},
    {"do": "one-of", "effects": [{"do": "gain", "good": "corn"}, lose(of="crop", amount=1, **OTHERS)]},
)
"""Effects for whoever has them, some of which ask or cost something."""
ROWS: tuple[Table, ...] = (
    {"goods": "corn", "max": 3}, {"goods": "flint", "min": 1}, {"figures": "home", "min": 2}, {"track": "fame", "max": 1},
    {"mark": "sworn", "max": 0}, {"track": "trade", "min": 1},
)  # fmt: skip
"""Conditions that can cease to hold while a seat is asked."""


def some_effects(choices: ChoiceSource, least: int, most: int, *, hostile: bool) -> list[Table]:
    """Returns effects, every second one against others; the first one if it must be hostile."""
    count = choices.between(least, most)
    pools = [AGAINST if (hostile and not number) or choices.one_in(2) else FOR_ITSELF for number in range(count)]
    return [choices.pick(pool) for pool in pools]


def _rows(choices: ChoiceSource, one_in: int) -> Table:
    return {"if": choices.some(ROWS, 1, 2)} if choices.one_in(one_in) else {}


def raids(choices: ChoiceSource) -> list[tuple[str, Table]]:
    """Returns the tables of a game of its own, to which everything else can be added at random."""
    tables: list[tuple[str, Table]] = [
        ("players", {"id": "people", "at_least": 2, "at_most": 3}),
        ("figure", {"id": "folk", "start": 3, "most": 4}),
        ("tool", {"id": "blades", "spaces": 2, "top": 2}),
        ("good", {"id": "corn", "groups": ["crop"], "value": 2, **({"supply": 12} if choices.one_in(3) else {})}),
        ("good", {"id": "flint", "groups": ["crop"], "value": 3}),
        ("track", {"id": "trade", "top": 3}),
        ("mark", {"id": "sworn"}),
        ("mark", {"id": "traded"}),
        ("dice_table", {"id": "lots", "faces": {str(face): some_effects(choices, 1, 1, hostile=False) for face in range(1, 7)}}),
        ("zone", {"id": "hoard"}),
        ("zone", {"id": "attic"}),
        ("zone", {"id": "pit"}),
        ("zone", {"id": "oaths"}),
        ("kind", {"id": "relic", "starts_in": "hoard"}),
        ("kind", {"id": "oath", "starts_in": "oaths"}),
        ("kind", {"id": "woe", "starts_in": "pit"}),
        ("oath", {"id": "vow", "copies": 6}),
    ]
    gains = [{"do": "gain", "good": "corn", "amount": 2}, lose(of="crop", amount=1, **OTHERS)]
    tables.append(("track", {"id": "fame", "top": 4, "each_advance": gains[: choices.between(1, 2)]}))
    for number in range(3):
        tables.append(("woe", {"id": f"woe-{number}", "effects": [{"do": "each-seat", "effects": [_plain_loss(choices)]}]}))
    for number in range(5):
        used = {"anytime": some_effects(choices, 1, 3, hostile=True)} if number else {"one_use_tool": 2}
        cost = {"cost": {"corn": 1, "flint": 1} if choices.one_in(2) else {"of": "crop", "amount": choices.between(1, 3)}}
        effects = {"effects": some_effects(choices, 1, 2, hostile=False)} if choices.one_in(2) else {}
        relic = {"id": f"relic-{number}", "copies": 6, **cost, **used, **effects, **_rows(choices, 4)}
        if choices.one_in(4):
            relic["standing"] = [{"at_start_of": "summer", "effects": some_effects(choices, 1, 2, hostile=False)}]
        tables.append(("relic", relic))
    return [*tables, *_board(choices), *_course(choices)]


def _plain_loss(choices: ChoiceSource) -> Table:
    return choices.pick((lose(of="crop", amount=2), lose(figures=1), lose(tools=1), lose(track="fame"), lose(good="corn")))


def _board(choices: ChoiceSource) -> list[tuple[str, Table]]:
    """Returns the places, a row of items, and an exchange."""
    rates = [{"at_least": 0, "give": 2, "get": 1}, {"at_least": 2, "give": 1, "get": 1}, {"at_least": 3, "give": 1, "get": 2}]
    exchange = {
        "id": "barter", "goods": "crop", "applies": ["relic"], "track": "trade", "rates": rates[choices.below(2) :],
        "mark": "traded", "needed": choices.pick(("used", "short")), **({"barred_by": ["sworn"]} if choices.one_in(2) else {}),
    }  # fmt: skip
    gain = {"do": "gain", "good": "flint", "amount": 2}
    return [
        ("location", {"id": "meadow", "circles": 3, "effects": [{"do": "gain", "good": "corn"}], **_rows(choices, 2)}),
        ("location", {"id": "ford", "figures": {"exactly": 2}, "effects": some_effects(choices, 1, 2, hostile=False)}),
        ("location", {"id": "quarry", "effects": [gain, *some_effects(choices, 1, 1, hostile=False)], **_rows(choices, 2)}),
        ("location", {"id": "chasm", "effects": [{"do": "roll", "divide": 2, "yields": ["corn", "flint"]}], **_rows(choices, 2)}),
        ("location", {"id": "stall", "copies": 2, "circles": 1, "effects": [{"do": "buy"}], **_rows(choices, 3)}),
        ("row", {"id": "stalls", "kind": "relic", "from": "hoard", "spaces": ["stall"]}),
        ("exchange", {**exchange, **_rows(choices, 3)}),
        ("add_on", {
            "id": "polish", "applies": ["relic"], "cost": {"corn": 1}, "effects": some_effects(choices, 1, 1, hostile=False),
            **({"offered": "after"} if choices.one_in(2) else {}),
        }),
    ]  # fmt: skip


def _course(choices: ChoiceSource) -> list[tuple[str, Table]]:
    """Returns set-up and phases."""
    order = {"order": choices.pick(("clockwise", "reverse", "there-and-back")), "pass": choices.one_in(3)}
    deal = {"do": "deal", "kind": "relic", "from": "hoard", "amount": 3, "keep": 2}
    gains = [{"do": "gain", "good": good, "amount": 3} for good in ("corn", "flint")]
    feed = {"do": "feed", "good": "corn", "instead": "crop", "must": choices.one_in(2), "worth": choices.between(1, 2)}
    tithe = {"do": "pay", "cost": {"of": "crop", "at_least": 1, "at_most": 3}, "must": True, "times": 2}
    work = [{"do": "resolve"}, *some_effects(choices, 1, 2, hostile=False)]
    dusk = [{**feed, "starve": [{"do": "points", "amount": -3}]}, *([tithe] if choices.one_in(2) else []), deal]
    return [
        ("course", {"id": "year", "set_up": ["dawn"], "phases": ["spring", "summer", "winter"]}),
        ("set_up", {"id": "dawn", "effects": [{"do": "fill", "row": "stalls"}, {"do": "each-seat", "effects": [deal, *gains]}]}),
        ("phase", {"id": "spring", "effects": [{"do": "place", **order}]}),
        ("phase", {"id": "summer", "effects": [{"do": "each-seat", "effects": work}]}),
        ("phase", {"id": "winter", "effects": [
            {"do": "each-seat", "effects": dusk}, {"do": "fill", "row": "stalls"}, {"do": "refresh"},
            {"do": "end-game", "after_round": 4}, {"do": "pass-first"},
        ]}),
    ]  # fmt: skip
