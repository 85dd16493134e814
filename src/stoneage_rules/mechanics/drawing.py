"""Draws from a bag, and items that a seat draws face down.

The one rule for what a draw may meet is `met`: an item of a kind that is drawn to a zone goes there, and the draw is made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.chance import Chance, Odds, draw_one
from stoneage_rules.kernel.frames import Asked, FrameTuple
from stoneage_rules.kernel.nouns import FACE_DOWN_TABLE, FaceDown
from stoneage_rules.kernel.position import Position, has_kind, odds_in
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import KIND_SLOT, ZONE_SLOT, Condition, Effect, Linker
from stoneage_rules.language.events import ITEM_FIELD, KIND_FIELD, ZONE_FIELD, Event, EventKind, Mechanism
from stoneage_rules.language.fields import field
from stoneage_rules.language.reach import Bound, Bounds
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.item_supply import FACE_DOWN, absence
from stoneage_rules.telling.phrases import Briefs, LogNames, Phrases
from stoneage_rules.text import a, noun_of


@attrs.frozen
class DrawHiddenVerb(Verb):
    """The seat draws an item of a kind from a zone and keeps it face down; only its scoring part counts.

    With none left, nothing happens.  The zone is a bag: of a queue everybody knows what comes next.

    Example: `{ do = "draw-hidden", kind = "card", from = "deck" }`
    """

    do = "draw-hidden"
    keeps = FACE_DOWN
    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone to draw from", refers_to="zone")

    def describe(self, phrases: Phrases) -> str:
        return f"the top {self.kind}, face down"

    def bind(self, link: Linker) -> Effect:
        kind, zone = link.index("kind", self.kind), link.index("zone", self.from_)
        frame = link.frame("draw-hidden")
        link.add(FACE_DOWN_TABLE, FaceDown(kind, zone))

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if has_kind(state, zone, kind):
                state.stack.append((frame, seat, zone, kind))
            else:
                operations.note(state, "none-left", seat, zone, kind)

        return effect

    def available(self, link: Linker) -> Condition:
        kind, zone = link.index("kind", self.kind), link.index("zone", self.from_)
        return lambda state: has_kind(state, zone, kind)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield absence(bounds, self.kind, self.from_)


def met(state: State, zone: int, item: int, wanted: int) -> bool:
    """Takes the item drawn out of its zone; tells if it is not of the kind wanted, and has gone where it belongs.

    Then one of the kind is left as before, and the draw is made again.
    """
    operations.draw(state, zone, item)
    divert = state.rules.items[item].divert
    if state.rules.items[item].kind == wanted or divert < 0:
        return False
    operations.discard(state, divert, item)
    return True


def expect_drawable(state: Position, zone: int, kind: int) -> None:
    """Refuses a zone in which an item lies in the way of draws of a kind: of another kind, and with nowhere to go.

    Raises:
        InvalidState: one does.
    """
    for item in state.zones[zone]:
        found = state.rules.items[item]
        expect(found.kind == kind or found.divert >= 0, f"{found.id} cannot be drawn from {state.rules.zones[zone]}")


class Draw(Chance):
    """A draw from a zone, every item in it equally likely."""

    prompt = "a draw from the {zone}"

    def zone(self, frame: FrameTuple) -> int:
        """Returns the zone drawn from."""
        raise NotImplementedError

    def wanted(self, frame: FrameTuple) -> int:
        """Returns the kind of item that is drawn; one of another kind goes where such items go."""
        raise NotImplementedError

    def outcomes(self, state: State, frame: FrameTuple) -> Odds:
        return tuple([(self.rules.draws[item], chance) for item, chance in odds_in(state, self.zone(frame))])

    def accepts(self, state: State, frame: FrameTuple, answer: Outcome) -> bool:
        return answer.kind == "draw" and answer.data in state.zones[self.zone(frame)]

    def sample(self, state: State, frame: FrameTuple, random: Callable[[], float]) -> Outcome:
        return draw_one(state, self.zone(frame), random)

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        return {**super().asked(state, frame), "zone": self.rules.zones[self.zone(frame)]}

    def hint(self, state: Position, frame: FrameTuple, outcome: Outcome) -> str:
        item = self.rules.items[outcome.data]
        goes = f"; goes to {self.rules.zones[item.divert]}" if item.kind != self.wanted(frame) and item.divert >= 0 else ""
        return f"{self.rules.service(Briefs).item(item.index)}{goes}"


class DrawHiddenFrame(Draw):
    """The next item of a kind goes face down to a seat; x is the zone, y the kind."""

    name = "draw-hidden"
    progress = (ZONE_SLOT, KIND_SLOT)

    def verify_position(self, state: State) -> None:
        for kind, zone in self.rules.entries(FACE_DOWN_TABLE):
            expect_drawable(state, zone, kind)

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect(FaceDown(frame[3], frame[2]) in self.rules.entries(FACE_DOWN_TABLE), "nothing is drawn face down from there")
        expect(has_kind(state, frame[2], frame[3]), "nothing is left to be drawn")

    def zone(self, frame: FrameTuple) -> int:
        return frame[2]

    def wanted(self, frame: FrameTuple) -> int:
        return frame[3]

    def seen_by(self, state: Position, frame: FrameTuple, answer: Action | Outcome) -> tuple[int, ...]:
        """Returns the seat that draws; an item that is met and goes open where it belongs is seen by all."""
        goes_open = isinstance(answer, Outcome) and self.rules.items[answer.data].kind != frame[3]
        return super().seen_by(state, frame, answer) if goes_open else (frame[1],)

    def resume(self, state: State, frame: FrameTuple, outcome: Outcome) -> None:
        _, seat, zone, kind = frame
        if met(state, zone, outcome.data, kind):
            state.stack.append(frame)
        else:
            operations.own(state, seat, outcome.data, face_down=True)


def _drawn_face_down(names: LogNames, event: Event) -> str:
    shown = names.shown(event.text("item"))
    return f"{names.who(event.seat)} draws {event['item']} face down" + (f": shows {shown}" if shown else "")


def _unseen(event: Event) -> str:
    """Returns an item by its kind, for those who do not know which it is."""
    return a(noun_of(event.text("kind").rpartition(":")[2]))


SECRET_ITEM = ITEM_FIELD._replace(is_secret=True)
MECHANISM = Mechanism(
    "drawing",
    verbs=(DrawHiddenVerb,),
    frames=(DrawHiddenFrame,),
    events=(
        EventKind(
            "own-hidden",
            "a seat draws an item and keeps it face down",
            {"kind": KIND_FIELD, "item": SECRET_ITEM},
            _drawn_face_down,
            lambda names, event: f"{names.who(event.seat)} draws {_unseen(event)} face down",
        ),
        EventKind(
            "none-left",
            "a seat draws nothing, as nothing is left to be drawn",
            {"zone": ZONE_FIELD, "kind": KIND_FIELD},
            "{seat} draws nothing: no {kind} is left in {zone}",
        ),
        EventKind(
            "reveal",
            "a seat shows an item that it owned face down",
            {"item": ITEM_FIELD},
            lambda names, event: f"{names.who(event.seat)} shows {event['item']}{names.worth(event.text('item'))}",
        ),
        EventKind(
            "give-back",
            "a seat gives an item back, open",
            {"zone": ZONE_FIELD, "item": ITEM_FIELD},
            "{seat} gives {item} back to {zone}",
        ),
        EventKind(
            "give-back-hidden",
            "a seat gives an item back, face down",
            {"zone": ZONE_FIELD, "kind": KIND_FIELD, "item": SECRET_ITEM},
            "{seat} gives {item} back to {zone}, face down",
            lambda names, event: f"{names.who(event.seat)} gives {_unseen(event)} back to {event['zone']}, face down",
        ),
    ),
)
