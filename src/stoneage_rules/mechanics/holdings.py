"""The holdings of each seat when a round is over: an event for the log and for the analysis of games."""

from __future__ import annotations

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import GOODS_FIELD, ITEMS_FIELD, TOOLS_FIELD, Event, EventField, EventKind, number_field
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.naming import LogNames
from stoneage_rules.mechanics.tools import tools_in_words
from stoneage_rules.text.wording import counted


def note_holdings(state: State) -> None:
    """Notes what each seat has."""
    rules = state.rules
    goods, tracks = len(rules.goods), len(rules.tracks)
    for seat in range(rules.players):
        kinds = [rules.items[item].kind for zone in rules.zones_of(seat) for item in state.zones[zone]]
        operations.note(
            state,
            "holds",
            seat,
            state.points[seat],
            tuple(state.goods[seat * goods : (seat + 1) * goods]),
            state.tracks[seat * tracks : (seat + 1) * tracks],
            state.figures[seat],
            state.kits[seat],
            tuple(item for bit, item in enumerate(rules.later_uses) if state.unspent[seat] >> bit & 1),
            tuple(map(kinds.count, range(len(rules.kinds)))),
        )


def _holdings(names: LogNames, event: Event) -> str:
    """Returns what a seat has as `12 points; 3 wood, 2 food; agriculture 1; 6 figures; tools 2+1, civ-34 (3); 2 cards`."""
    tools = [tools_in_words(event.several("tools")), *(names.one_use(str(item)) for item in event.several("unspent"))]
    parts = [
        counted(event.number("points"), "point"),
        names.said(event.counts("goods")),
        ", ".join(f"{track} {at}" for track, at in event.counts("tracks").items() if at),
        counted(event.number("figures"), "figure"),
        "tools " * any(tools) + ", ".join(filter(None, tools)),
        ", ".join(counted(count, kind) for kind, count in event.counts("items").items() if isinstance(count, int)),
    ]
    return f"{names.who(event.seat)} has {'; '.join(filter(None, parts))}"


MECHANISM = Mechanism(
    "holdings",
    events=(
        EventKind(
            "holds",
            "what a seat has, when a round or the game is over",
            {
                "points": number_field("its points on the score track"),
                "goods": GOODS_FIELD.called("its goods"),
                "tracks": EventField(
                    "numbers by track", "its positions", lambda rules, at: dict(zip(rules.tracks, at, strict=True))
                ),
                "figures": number_field("all its figures"),
                "tools": TOOLS_FIELD.called("its tools"),
                "unspent": ITEMS_FIELD.called("its items with a use still to come"),
                "items": EventField(
                    "numbers by kind",
                    "how many items it owns, face down ones too",
                    lambda rules, counts: {kind: count for kind, count in zip(rules.kinds, counts, strict=True) if count},
                ),
            },
            _holdings,
            begins=True,
        ),
    ),
)
