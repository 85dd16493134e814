"""Pending questions, views as data, and states that agree with a view: as programs read them.

The facts of a question are declared by each decision and chance event (`Question.asked`), the words by its templates (`prompt`)
and `hint`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import attrs

from stoneage_rules.kernel.actions import Action, Outcome, form
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.frames import JSON, Question
from stoneage_rules.kernel.legality import Decision, source_of
from stoneage_rules.kernel.position import check_answer
from stoneage_rules.kernel.saving import places_to_dicts
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import PublicValue, plain
from stoneage_rules.telling.phrases import Briefs, prompt_of
from stoneage_rules.text import safe

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Player, Position
    from stoneage_rules.kernel.state import View

# --- what is asked ------------------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True, repr=False)
class Pending(PublicValue):
    """The open question of a state or view: a seat's choice, or a roll or draw. Facts that do not apply are None.

    >>> state.pending.kind, state.pending.seat, state.pending.prompt, state.pending.amount
    ('place-figures', 0, 'where to place figures', 5)
    >>> state.pending.forms, state.pending.total
    (('place PLACE NUMBER',), None)
    """

    is_sparse = True

    kind: str
    """The name of the decision or chance event, such as `use-tools` or `buy`; modules may add kinds."""
    seat: int
    """The seat that chooses, or whose chance event is pending."""
    is_chance: bool
    """True if a roll or draw comes next."""
    prompt: str
    """The question as a phrase: `which tools to add to a total of 7`, `a roll of 3 dice for seat 0`."""
    forms: tuple[str, ...] = ()
    """The forms of a choice in notation: `place PLACE NUMBER`; none for chance."""
    place: str | None = None
    """The id of the place in question."""
    item: str | None = None
    """The id of the item in question."""
    zone: str | None = None
    """The id of the zone that an item is drawn from."""
    brings: str | None = None
    """The benefit of the item, in brief words: `2 dice / 3 wood, shows 2 shaman`."""
    dice: tuple[int, ...] | None = None
    """The faces of the rolled dice, each 1 to 6."""
    dice_count: int | None = None
    """The number of dice to roll."""
    total: int | None = None
    """The total of a roll so far."""
    divide: int | None = None
    """The divisor of the total, for one good."""
    amount: int | None = None
    """The most to choose or place, or the number missing."""
    among: tuple[str, ...] | None = None
    """The ids of the goods or places to choose from."""
    tools: tuple[int, ...] | None = None
    """The values of the tools that can still be used."""
    owed: Cost | None = None
    """The price to pay."""
    given: Mapping[str, int] | None = None
    """Goods given in a trade, by id."""
    got: Mapping[str, int] | None = None
    """Goods received in a trade, by id."""
    paid: Mapping[str, int] | None = None
    """Goods paid already, by id."""
    more: Mapping[str, JSON] = attrs.field(factory=dict)
    """Further facts by name, such as facts of modules."""

    def __repr__(self) -> str:
        """Returns the call that makes it, without the facts that do not apply."""
        facts = attrs.asdict(self, recurse=False, filter=lambda field, value: value != field.default and value != {})
        return f"Pending({', '.join(f'{name}={value!r}' for name, value in facts.items())})"


def pending_of(position: Position) -> Pending | None:
    """Returns the value of `Position.pending`."""
    if not position.stack:
        return None
    frame = position.stack[-1]
    handler: Question = position.rules.handlers[frame[0]]
    asked = handler.asked(position, frame)
    return Pending(
        kind=handler.name,
        seat=frame[1],
        is_chance=isinstance(handler, Chance),
        prompt=safe(prompt_of(position, asked)),
        forms=_forms(position, handler) if isinstance(handler, Decision) else (),
        **asked,
    )


def _forms(position: Position, decision: Decision) -> tuple[str, ...]:
    rules = position.rules
    kinds = [*decision.shapes, *decision.extensions]
    kinds += ["use"] if position.unspent[position.stack[-1][1]] & rules.anytime else []
    return tuple(form(kind, rules.shapes[kind]) for kind in kinds if kind in rules.shapes)


def describe(position: Position, answer: Action | Outcome) -> str:
    """Returns the words of `Ruleset.describe`.

    Raises:
        InvalidAction: it is no action or outcome of the position's rules.
    """
    rules = position.rules
    check_answer(rules, answer)
    if isinstance(answer, Action) and answer.kind == "use":
        return safe(rules.service(Briefs).item(rules.item_index[answer.args[0]]).brings)
    frame = position.stack[-1] if position.stack else None
    handler = rules.handlers[frame[0]] if frame else None
    if isinstance(answer, Outcome):
        return safe(handler.hint(position, frame, answer) or "") if isinstance(handler, Chance) and frame else ""
    source = source_of(handler, answer) if isinstance(handler, Decision) and answer.index >= 0 else None
    return safe(source.hint(position, frame, answer) or "") if source is not None and frame else ""


def answer_data(answer: Any) -> dict[str, Any]:
    """Returns the data of an action or outcome; `rules.parse(text)` reads it back."""
    return {"kind": answer.kind, "args": plain(answer.args), "text": answer.text, "index": answer.index}


# --- views --------------------------------------------------------------------------------------------------------


FORMAT = 1
"""The format of the data; parts may join within it, but none goes or changes its meaning."""

Count: TypeAlias = Annotated[int, ("minimum", 0)]
"""A whole number from 0 on."""


@attrs.frozen(slots=False)
class SeatData(PublicValue):
    """The things of one seat."""

    points: int
    """Points on the score track."""
    goods: Mapping[str, Count]
    """The amount of each good."""
    tracks: Mapping[str, Count]
    """The position on each track."""
    figures: Count
    """The number of figures in play."""
    at_home: Count
    """The number of figures on the player board."""
    tools: tuple[tuple[Count, bool], ...]
    """The value of each tool, and whether it has been used this round."""
    items: tuple[str, ...]
    """The ids of open items."""
    face_down: tuple[str, ...]
    """The ids of the viewer's face-down items; of others', once the game is over."""
    hidden: Mapping[str, Count]
    """The number of face-down items of each kind that only this seat knows."""
    unspent: tuple[str, ...]
    """The ids of open items with an unspent use."""
    marks: tuple[str, ...]
    """Facts about the seat, such as a trade this round."""


@attrs.frozen(slots=False)
class PlaceData(PublicValue):
    """A place for figures."""

    figures: tuple[Count, ...]
    """The figures here, by seat."""
    item: str | None
    """The id of the open item here."""
    pile: Count
    """The number of items face down beneath it."""


@attrs.frozen
class ZoneData(PublicValue):
    """A container of items that no seat owns."""

    left: Count
    """The number of items in it."""
    items: tuple[str, ...]
    """Candidate ids; includes items that others own face down."""


@attrs.frozen
class ViewData(PublicValue):
    """The knowledge of one seat about a game, for programs without the rules."""

    format: Annotated[int, ("const", FORMAT)]
    """The format of this data."""
    rules: str
    """The digest of the rules."""
    viewer: int
    """The seat whose view this is; -1 for a spectator."""
    round: Count
    """The round; 0 while the game is set up."""
    phase: str | None
    """The phase; null while the game is set up."""
    first: Count
    """The seat with the first-player token."""
    pending: Pending | None
    """The open question; null once the game is over."""
    is_over: bool
    """True if the game has ended and been scored."""
    seats: tuple[SeatData, ...]
    """The seats in their order."""
    places: Mapping[str, PlaceData]
    """The places by id."""
    zones: Mapping[str, ZoneData]
    """The zones by id."""
    scores: tuple[int, ...]
    """By seat, the points on the track, with final scoring once the game is over."""
    winners: tuple[Count, ...]
    """The winning seats; empty while the game runs, and if nobody wins."""
    verdict: str
    """The verdict: `points`, or `nobody`, `all` or `seat` if an effect decided who won; empty while the game runs."""


def view_data(view: View) -> ViewData:
    """Returns a view as data, for its door alone: figures are lists here, and tuples when they are read back."""
    rules = view.rules
    hidden = [Counter(map(rules.kinds.__getitem__, kinds)) if kinds else {} for kinds in view._hidden_kinds]
    return ViewData(
        format=FORMAT,
        rules=rules.digest,
        viewer=view.viewer,
        round=view.round,
        phase=view.phase,
        first=view.first_seat,
        pending=view.pending,
        is_over=view.is_over,
        seats=tuple(map(_seat_data, view.players, hidden)),
        places={id: PlaceData(*place.values()) for id, place in places_to_dicts(view).items()},
        zones={zone: ZoneData(view.left_in(zone), view.unseen(zone)) for zone in rules.zones},
        scores=view.scores,
        winners=view.winners,
        verdict=view.verdict,
    )


def _seat_data(player: Player, hidden: Mapping[str, int]) -> SeatData:
    return SeatData(
        player.points, player.goods, player.tracks, player.figures, player.at_home, player.tools, player.items, player.face_down,
        hidden, player.unspent, player.marks,
    )  # fmt: skip
