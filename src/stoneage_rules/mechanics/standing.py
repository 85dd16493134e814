"""Standing effects: what owned items bring again and again."""

from __future__ import annotations

from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.frames import Step
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Linker
from stoneage_rules.language.events import ITEM_FIELD, EventKind
from stoneage_rules.language.fields import field
from stoneage_rules.language.handles import PHASE_SLOT, Handle, Slot
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.word import ExtraKeys, Verb
from stoneage_rules.mechanics.items import ItemRecord


@attrs.frozen
class StandingTable:
    """Effects that an owned item has again and again."""

    at_start_of: str = field("the phase at whose start they happen", refers_to="phase")
    effects: tuple[Verb, ...] = field("what happens", not_empty=True, context="reward")


class StandingEffect(NamedTuple):
    """The effects that the owner of an item has at the start of a phase."""

    item: int
    phase: int
    node: int


STANDING_EFFECTS = Handle[StandingEffect]("standing effect")


@attrs.frozen
class StandingKeys(ExtraKeys):
    """The key of an item that brings something in every round."""

    table = "item.standing"
    extends = ItemRecord
    standing: tuple[StandingTable, ...] = field("what its owner has in every round after it was taken", default=())

    @classmethod
    def describe(cls, record: Any, phrases: Phrases) -> str:
        moments = (f"at the start of {each.at_start_of}: {phrases.effects(each.effects)}" for each in record.standing)
        return ", ".join(moments)

    @classmethod
    def bind(cls, link: Linker, declared: Declared, record: Any) -> None:
        item = link.index("item", declared.name)
        for standing in record.standing:
            effect = StandingEffect(item, link.index("phase", standing.at_start_of), link.sequence(standing.effects))
            link.append(STANDING_EFFECTS, effect)


class StandingFrame(Step):
    """The effects of owned items at the start of a phase, seat by seat; x is the phase, y the pairs of seat and item passed.

    All pairs are counted, owned or not, so that items that come or go meanwhile neither act twice nor push others out.
    """

    name = "standing"
    progress = (PHASE_SLOT, Slot("passed", most=lambda rules: rules.players * len(rules.items)))

    def prepare(self) -> None:
        self.effects: list[dict[int, list[int]]] = [{} for _ in self.rules.phases]
        for effect in self.rules.entries(STANDING_EFFECTS):
            self.effects[effect.phase].setdefault(effect.item, []).append(effect.node)

    def opens(self, phase: int) -> bool:
        return bool(self.effects[phase])

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, first, phase, passed = frame
        rules, effects = state.rules, self.effects[phase]
        pairs = [((first + turn) % rules.players, item) for turn in range(rules.players) for item in effects]
        for number in range(passed, len(pairs)):
            seat, item = pairs[number]
            if item in state.zones[rules.zones_of(seat)[0]]:
                state.stack.append((index, first, phase, number + 1))
                operations.note(state, "standing", seat, item)
                for node in reversed(effects[item]):
                    state.stack.append((rules.effects_frame, seat, node, -1, 0))
                return


MECHANISM = Mechanism(
    "standing",
    records=(StandingKeys,),
    frames=(StandingFrame,),
    features=("standing-effects",),
    events=(EventKind("standing", "an owned item acts again", {"item": ITEM_FIELD}, "{seat} owns {item}", begins=True),),
)
