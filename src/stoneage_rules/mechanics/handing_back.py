"""Items that a seat hands back."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import ITEM, Action
from stoneage_rules.kernel.frames import Asked, FrameTuple, Step, run_effects
from stoneage_rules.kernel.legality import Check, Decision, Facts, RecordKey, Shortfall, Universe
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import MOST, PLACE_OR_NONE_SLOT, Effect, Handle, Linker, Slot
from stoneage_rules.language.events import Mechanism
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.quantity import at_least_zero
from stoneage_rules.language.reach import Bound, Bounds, beyond
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.effect_lists import SUBJECTS, Nesting, Subject, effect_lists, origins, record_here
from stoneage_rules.mechanics.items import is_never_owned
from stoneage_rules.mechanics.paying import ANYWHERE
from stoneage_rules.telling.phrases import Briefs, Phrases


@attrs.frozen
class HandBackVerb(Verb):
    """The seat hands back open items of a kind, or copies of one item, of its choice; for each, the effects happen at once.

    Items go to a zone. What an item gave stays; its uses, its place, its icons and its points at the end go with it, and figures
    on its place come home. Face-down items stay. For a choice to hand nothing back, write it within `one-of` with `decline`.

    Example: `{ do = "hand-back", of = "building", to = "rubble", effects = [{ do = "draft", row = "building-row" }] }`
    """

    do = "hand-back"
    token = ("-{of}: {effects}", "-{amount} {of}")
    of: str = field("the kind of item, or the item", refers_to="item|kind", loses=True)
    amount: Amount = field("how many, or a quantity; at most those that the seat has", default=1, least=1)
    to: str = field("the zone that they go to", refers_to="zone")
    effects: tuple[Verb, ...] = field("the effects of each item handed back", default=(), becomes=ANYWHERE)

    def takes(self) -> bool:
        return True

    def describe(self, phrases: Phrases) -> str:
        count = phrases.amount(self.amount)
        words = f"hand back {count} {self.of}" if isinstance(self.amount, int) else f"hand back {self.of}, as many as {count}"
        return words + (f", for each: {phrases.effects(self.effects)}" if self.effects else "")

    def bind(self, link: Linker) -> Effect:
        node, amount = link.sequence(self.effects), at_least_zero(link, self.amount)
        link.append(SUBJECTS, Subject(node, False))
        declared = link.declared("item")
        items = frozenset(index for index, item in enumerate(declared) if self.of in (item.kind, item.shared_name))
        record = record_here(link)
        number = link.append(HAND_BACKS, HandBack(items, link.index("zone", self.to), node, self, record))

        def effect(state: State, seat: int, place: int, n: int) -> None:
            ask_for_item(state, seat, number, place, amount(state, seat, n))

        return Nesting(effect, (node,), HandBackItem.name, (number,))

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        sort, why = ("SA514", "nothing to hand back"), f"nobody ever has anything of `{self.of}`"
        help = "name items that seats take"
        yield Bound(sort, ("of",), is_never_owned(bounds, self.of), why, help, about=(self.of,))
        count = sum(
            self.of in (kind.name, item.shared_name) for kind in bounds.declared("kind") for item in bounds.declared(kind.id)
        )
        yield from beyond("amount", self.amount, count, f"there are {count} of `{self.of}` in all", set_by=(self.of,))


class HandBack(NamedTuple):
    """A compiled `hand-back`: the items that it can be about, their zone, and the node of the effects of each."""

    items: frozenset[int]
    zone: int
    node: int
    word: HandBackVerb
    record: RecordKey | None

    def held(self, state: Position, seat: int) -> tuple[int, ...]:
        """Returns the open items of a seat that can be handed back; those that it is being dealt are not its own yet."""
        own = state.zones[state.rules.zones_of(seat)[0]]
        dealt = sum(operations.counts_dealt(state, seat, False))
        return tuple([item for item in own[: len(own) - dealt] if item in self.items])


HAND_BACKS = Handle[HandBack]("hand-back")


def ask_for_item(state: State, seat: int, number: int, place: int, left: int) -> None:
    """Asks a seat which item it hands back next, or takes it if there is no choice."""
    held = state.rules.entries(HAND_BACKS)[number].held(state, seat)
    if 0 < left < len(held):
        state.stack.append((state.rules.frames[HandBackItem.name], seat, number, place, min(left, MOST)))
    elif left > 0 and held:
        hand_back(state, (seat, number, place, len(held)), held[0])


def hand_back(state: State, about: FrameTuple, item: int) -> None:
    """Moves an item into its zone, with figures on its place coming home; its effects follow, and then further items."""
    seat, number, place, left = about
    entry, rules = state.rules.entries(HAND_BACKS)[number], state.rules
    for at in rules.places:
        if at.owned == item:
            for other in range(rules.players):
                operations.come_home(state, other, at.index)
    operations.give_back(state, seat, item, entry.zone)
    if left > 1:
        state.stack.append((rules.frames[HandBackMore.name], seat, number, place, left - 1))
    run_effects(state, seat, entry.node, place, 0)


class ItemOwned(Check):
    """The item is open before the seat, and of those that the effect names."""

    name = "hand-back.owned"

    def passes(self, facts: Facts, action: Action) -> bool:
        return action.data in facts.rules.entries(HAND_BACKS)[facts.frame[2]].held(facts.state, facts.seat)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        entry = facts.rules.entries(HAND_BACKS)[facts.frame[2]]
        needed, held = f"an open item of yours of `{entry.word.of}`", entry.held(facts.state, facts.seat)
        return Shortfall(self.name, needed, f"yours are {', '.join(facts.rules.item_ids[item] for item in held)}", entry.record)


class HandBackItem(Decision):
    """The choice of an item to hand back; x is the effect, y its place, z how many are still to be handed back."""

    name = "hand-back"
    prompt = "which {of} to hand back"
    checks = (ItemOwned,)
    progress = (HAND_BACKS.slot("of"), PLACE_OR_NONE_SLOT, Slot("left", least=1))
    shapes = {"hand-back": ITEM}

    def prepare(self) -> None:
        self.entries = self.rules.entries(HAND_BACKS)
        self.asked_at = origins(self.rules, self.name)

    def universe(self) -> Universe:
        for item in self.rules.items:
            if any(item.index in entry.items for entry in self.entries):
                yield "hand-back", (item.id,), item.index

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, seat, number, place, left = frame
        effect_lists(self.rules).expect_place(self.asked_at[number], place)
        effect_lists(self.rules).expect_begin(state, frame, self.asked_at[number])
        expect(left < len(self.entries[number].held(state, seat)), "a choice of items to hand back that makes no difference")

    def key(self, state: State, frame: FrameTuple) -> Hashable:
        return self.entries[frame[2]].held(state, frame[1])

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        entry = self.entries[frame[2]]
        among = tuple(self.rules.item_ids[item] for item in entry.held(state, frame[1]))
        return {"among": among, "more": {"of": entry.word.of, "left": frame[4]}}

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        return str(attrs.evolve(self.rules.service(Briefs).item(action.data), item=""))

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        hand_back(state, frame[1:], action.data)


class HandBackMore(Step):
    """Asks for the next item once the effects of the last one have happened; x, y and z are those of the question."""

    name = "hand-back-more"
    progress = HandBackItem.progress

    def verify(self, state: State, frame: FrameTuple) -> None:
        lists, node = effect_lists(self.rules), origins(self.rules, HandBackItem.name)[frame[2]]
        lists.expect_place(node, frame[3])
        lists.expect_begin(state, frame, node)

    def step(self, state: State, frame: FrameTuple) -> None:
        ask_for_item(state, *frame[1:])


MECHANISM = Mechanism("handing_back", verbs=(HandBackVerb,), frames=(HandBackItem, HandBackMore))
