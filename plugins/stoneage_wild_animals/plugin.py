"""The animals' part that data cannot say: the value off every total, and the reward dice when one is driven off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.plugin import (
    DICE_TABLES,
    FACE,
    FACES,
    ITEM_FIELD,
    PLACE_FIELD,
    Action,
    Asked,
    Bounds,
    Check,
    Clash,
    Decision,
    DiceRoll,
    Effect,
    Event,
    EventKind,
    Facts,
    Frame,
    Handle,
    Linker,
    LogNames,
    Outcome,
    Position,
    Shortfall,
    Slot,
    State,
    Step,
    Verb,
    expect,
    expect_range,
    field,
    hookimpl,
    id_field,
    number_field,
    operations,
    run_effects,
    stands_for,
)

__all__ = [
    "stoneage_adjustment_cause",
    "stoneage_register_events",
    "stoneage_register_frames",
    "stoneage_register_verbs",
    "stoneage_roll_adjustment",
]


@attrs.frozen
class Drive:
    """A compiled `drive-off`: where the animal lies, where it goes, and the rewards by face."""

    place: int
    to: int
    table: int
    instead: int


@attrs.frozen
class Threat:
    """A place where an item lowers totals, and the icon that says by how much."""

    place: int
    icon: str


DRIVES = Handle[Drive]("drive")
THREATS = Handle[Threat]("threat")


@attrs.frozen
class DriveOff(Verb):
    """If the circles of a location are all taken, the item on it is driven off; until then it lowers every total.

    Every seat there, in turn order, rolls one die for each of its figures and takes for each die what the dice table
    says, or what it says for `instead`.  Then the item goes to a zone and the figures go home.

    Example: `{ do = "drive-off", location = "active-animal", value = "threat", to = "animal-box",
    table = "animal-rewards", instead = 1 }`
    """

    do = "drive-off"
    token = "drive off"
    belongs = ("phase",)
    location: str = field("the location", refers_to="location")
    value: str = field("the icon that stands for one less on every total, while the item lies there", refers_to="icon")
    to: str = field("the zone to which the item goes", refers_to="zone")
    table: str = field("the rewards by face", refers_to="dice_table")
    instead: int = field("the face whose reward can always be taken", least=1, most=6)

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        spaces = bounds.find("location", self.location).place_ids(self.location, bounds.players)
        if len(spaces) != 1:
            why = f"`{self.location}` is {len(spaces)} spaces, and an animal lies on one"
            yield Clash("SA207", "a location of several spaces", ("location",), why, "name a location without `copies`")

    def bind(self, link: Linker) -> Effect:
        (place,) = link.places(self.location)
        drive = link.add(DRIVES, Drive(place, link.index("zone", self.to), link.index("dice_table", self.table), self.instead))
        link.add(THREATS, Threat(place, self.value))
        frame = link.frame("drive-off")

        def effect(state: State, seat: int, place_: int, n: int) -> None:
            # In a saved state, effects that wait above could begin it a second time.
            begun = any(waiting[0] == frame for waiting in state.stack)
            if not begun and state.item_at[place] >= 0 and state.occupancy[place] >= state.rules.places[place].room:
                operations.note(state, "driven-off", -1, state.item_at[place], place)
                state.stack.append((frame, state.first_seat, drive, 0))

        return effect


class NextReward(Step):
    """Seats in turn order roll for their figures, then the item leaves; x is the drive, y the seats that are done."""

    name = "drive-off"
    progress = (DRIVES.slot(), Slot("done"))
    exclusive = "drive"

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        drive = self.rules.entries(DRIVES)[frame[2]]
        expect(state.item_at[drive.place] >= 0, "nothing lies there that could be driven off")
        expect_range(frame[3], 0, self.rules.players, "seats that are done")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, first, number, done = frame
        rules = state.rules
        drive = rules.entries(DRIVES)[number]
        if done == rules.players:
            for seat in range(rules.players):
                operations.lift(state, seat, drive.place)
            operations.discard(state, drive.to, operations.lift_item(state, drive.place))
            return
        state.stack.append((index, first, number, done + 1))
        seat = (first + done) % rules.players
        dice = state.placed[drive.place * rules.players + seat]
        if dice:
            state.stack.append((rules.frames["reward-roll"], seat, number, dice))


class RewardRoll(DiceRoll):
    """A seat's reward dice; x is the drive, y the number of dice."""

    name = "reward-roll"
    prompt = "a roll of {dice_count} reward dice for seat {seat}"
    progress = (DRIVES.slot(), Slot("dice"))

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_range(frame[3], 1, self.rules.most_figures, "reward dice")

    @property
    def most_dice(self) -> int:
        return self.rules.most_figures

    def dice(self, frame: tuple[int, ...]) -> int:
        return frame[3]

    def hint(self, state: Position, frame: tuple[int, ...], outcome: Outcome) -> str:
        table = self.rules.entries(DRIVES)[frame[2]].table
        return "; ".join(stands_for(self.rules, table, face) for face in outcome.args)

    def resume(self, state: State, frame: tuple[int, ...], outcome: Outcome) -> None:
        operations.note(state, "roll", frame[1], outcome.args)
        for face in reversed(outcome.args):
            state.stack.append((self.rules.frames["claim-reward"], frame[1], frame[2], face))


class ClaimFace(Check):
    """The reward is that of the die, or the one that can always be taken."""

    name = "claim.face"

    def passes(self, facts: Facts, action: Action) -> bool:
        return action.args[0] in (facts.frame[3], facts.rules.entries(DRIVES)[facts.frame[2]].instead)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        instead = facts.rules.entries(DRIVES)[facts.frame[2]].instead
        return Shortfall(self.name, f"the reward of a {facts.frame[3]} or of a {instead}", f"`{action}` is another")


class ClaimReward(Decision):
    """The reward of one die, or the one that can always be taken; x is the drive, y the face of the die."""

    name = "claim-reward"
    prompt = "which reward to take for a {dice}"
    progress = (DRIVES.slot(), Slot("face"))
    shapes = {"claim": FACE}
    checks = (ClaimFace,)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_range(frame[3], 1, FACES, "a face")

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for face in range(1, FACES + 1):
            yield "claim", (face,), face

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        drive = self.rules.entries(DRIVES)[frame[2]]
        operations.note(state, "claim", frame[1], drive.table, action.data)
        run_effects(state, frame[1], self.rules.entries(DICE_TABLES)[drive.table].nodes[action.data - 1], -1, 0)

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        drive = self.rules.entries(DRIVES)[frame[2]]
        return {"place": self.rules.places[drive.place].id, "dice": (frame[3],), "more": {"instead": drive.instead}}

    def hint(self, state: Position, frame: tuple[int, ...], action: Action) -> str:
        return stands_for(self.rules, self.rules.entries(DRIVES)[frame[2]].table, action.data)


@hookimpl
def stoneage_register_verbs() -> list[type[Verb]]:
    """The step that drives an animal off."""
    return [DriveOff]


@hookimpl
def stoneage_register_frames() -> list[type[Frame]]:
    """The work of driving an animal off."""
    return [ClaimReward, NextReward, RewardRoll]


def _claimed(names: LogNames, event: Event) -> str:
    face = event["face"]
    return (
        f"{names.who(event.seat)} takes the reward of a {face}{names.doubt('dice_table', event.text('table'), f'faces.{face}')}"
    )


@hookimpl
def stoneage_register_events() -> list[EventKind]:
    """An animal that is driven off, and the rewards."""
    return [
        EventKind(
            "driven-off",
            "an animal is driven off, and its rewards are rolled for",
            {"item": ITEM_FIELD, "place": PLACE_FIELD},
            "{item} is driven off",
        ),
        EventKind(
            "claim",
            "a seat takes the reward of a die",
            {"table": id_field(DICE_TABLES, "the rewards of the faces"), "face": number_field("the face whose reward it takes")},
            _claimed,
        ),
    ]


@hookimpl
def stoneage_roll_adjustment(state: State, seat: int) -> int:
    """The active animal's value comes off every total."""
    change = 0
    for threat in state.rules.entries(THREATS):
        item = state.item_at[threat.place]
        if item >= 0:
            change -= state.rules.items[item].icons.get(threat.icon, 0)
    return change


@hookimpl
def stoneage_adjustment_cause(state: State, seat: int) -> str:
    """The active animal."""
    lying = (state.item_at[threat.place] for threat in state.rules.entries(THREATS))
    return ", ".join(state.rules.items[item].id for item in lying if item >= 0)
