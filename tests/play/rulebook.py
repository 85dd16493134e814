"""The base game's choices worked out from the rulebook alone: slow, and plain enough to be checked by eye.

Nothing of the library is asked but what lies on the table: no option table, no check, no content, no `legal`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product

import stoneage_rules as sa

RESOURCES = ("wood", "clay", "stone", "gold")
RESOURCE_PLACES = ("forest", "clay-pit", "quarry", "river")
VILLAGE = ("toolmaker-hut", "hut", "fields")
CARD_PRICES = {"card-1": 1, "card-2": 2, "card-3": 3, "card-4": 4}
ONE_USE = ("civ-33", "civ-34", "civ-35")
TWO_RESOURCES = "civ-36"
EVERYONE = 40

FIXED_COSTS: Mapping[str, tuple[int, int, int, int]] = {
    # wood, clay, stone, gold
    "bld-01": (2, 1, 0, 0),
    "bld-02": (2, 0, 1, 0),
    "bld-03": (1, 2, 0, 0),
    "bld-04": (2, 0, 0, 1),
    "bld-05": (1, 1, 1, 0),
    "bld-06": (1, 1, 1, 0),
    "bld-07": (1, 0, 2, 0),
    "bld-08": (0, 2, 1, 0),
    "bld-09": (1, 1, 0, 1),
    "bld-10": (1, 1, 0, 1),
    "bld-11": (0, 2, 0, 1),
    "bld-12": (0, 1, 2, 0),
    "bld-13": (1, 0, 1, 1),
    "bld-14": (1, 0, 1, 1),
    "bld-15": (0, 1, 1, 1),
    "bld-16": (0, 1, 1, 1),
    "bld-17": (0, 0, 2, 1),
}
KIND_COSTS: Mapping[str, tuple[int, int]] = {
    # number, kinds
    "bld-18": (4, 1),
    "bld-19": (4, 2),
    "bld-20": (4, 3),
    "bld-21": (4, 4),
    "bld-22": (5, 1),
    "bld-23": (5, 2),
    "bld-24": (5, 3),
    "bld-25": (5, 4),
}
ANY_COST = ("bld-26", "bld-27", "bld-28")


class Table:
    """A game as somebody at the table sees it: the state, and the dice that lie there."""

    def __init__(self, state: sa.State) -> None:
        self.state = state
        self.dice: list[int] = []

    @property
    def asked(self) -> str:
        """Returns what the pending step is about, as the save calls it."""
        return self.state.rules.handlers[self.state.stack[-1][0]].name

    @property
    def place(self) -> str:
        """The place whose item is for sale."""
        return self.state.rules.places[self.state.stack[-1][2]].id

    def apply(self, answer: sa.Action | sa.Outcome) -> None:
        """One step, with an eye on the dice."""
        for_all = self.state.is_chance and self.asked == "roll-for-all"
        self.state.apply(answer)
        if for_all:
            self.dice = list(answer.args)
        elif answer.kind == "pick":
            self.dice.remove(answer.args[0])


def choices(table: Table) -> set[str]:
    """The text of everything that the seat in turn may do now."""
    state = table.state
    seat = state.seat
    assert seat is not None
    found = set(CHOICES[table.asked](table, seat))
    if TWO_RESOURCES in state.player(seat).unspent:
        found.add(f"use {TWO_RESOURCES}")
    return found


# --- placing ----------------------------------------------------------------------------------------------------


def places(players: int) -> list[str]:
    """Every place on the board."""
    stacks = [f"building-{number}" for number in range(1, players + 1)]
    return ["hunt", *RESOURCE_PLACES, *VILLAGE, *CARD_PRICES, *stacks]


def circles(place: str) -> int:
    """How many figures a place holds."""
    return {"hunt": EVERYONE, "hut": 2}.get(place, 7 if place in RESOURCE_PLACES else 1)


def placements(state: sa.State, seat: int) -> Iterator[str]:
    """Every place with every number of figures."""
    players = state.rules.players
    for place in places(players):
        for count in range(1, 11):
            if may_place(state, seat, place, count):
                yield f"place {place} {count}"


def may_place(state: sa.State, seat: int, place: str, count: int) -> bool:
    """One placement against every sentence of the rulebook about placing."""
    there = state.figures_at(place)
    if count > state.player(seat).at_home:
        return False
    if there[seat]:
        return False
    if sum(there) + count > circles(place):
        return False
    if place == "hut" and count != 2:
        return False
    if (place in CARD_PRICES or place.startswith("building-")) and state.item_on(place) is None:
        return False
    return may_join(state, place)


def may_join(state: sa.State, place: str) -> bool:
    """The limits of two and of three players."""
    players = state.rules.players
    others = sum(count > 0 for count in state.figures_at(place))
    if place in RESOURCE_PLACES and players < 4:
        return others < players - 1
    if place in VILLAGE and players < 4 and not others:
        return sum(sum(state.figures_at(other)) > 0 for other in VILLAGE) < 2
    return True


# --- the actions ------------------------------------------------------------------------------------------------


def resolutions(table: Table, seat: int) -> Iterator[str]:
    """Every place with figures of the seat."""
    for place in places(table.state.rules.players):
        if table.state.figures_at(place)[seat]:
            yield f"resolve {place}"


def tool_choices(table: Table, seat: int) -> Iterator[str]:
    """Every subset of the unused tools and of the one-use tools."""
    player = table.state.player(seat)
    unused = [value for value, used in player.tools if not used]
    cards = [card for card in ONE_USE if card in player.unspent]
    for size in range(len(unused) + 1):
        for values in combinations(unused, size):
            for more in range(len(cards) + 1):
                for chosen in combinations(cards, more):
                    parts = [*map(str, sorted(values, reverse=True)), *sorted(chosen)]
                    yield "tools " + ("+".join(parts) or "none")


def purchases(table: Table, seat: int) -> Iterator[str]:
    """Every payment of what lies on the place, and to decline."""
    state = table.state
    item = state.item_on(table.place)
    assert item is not None
    for paid in in_hand(state, seat, 7):
        if pays(paid, table.place, item):
            yield f"pay {goods(paid)}"
    yield "decline"


def pays(paid: tuple[int, ...], place: str, item: str) -> bool:
    """Returns whether this is the price of an item on a place."""
    if place in CARD_PRICES:
        return sum(paid) == CARD_PRICES[place]
    if item in FIXED_COSTS:
        return paid == FIXED_COSTS[item]
    if item in KIND_COSTS:
        number, kinds = KIND_COSTS[item]
        return sum(paid) == number and sum(amount > 0 for amount in paid) == kinds
    assert item in ANY_COST
    return 1 <= sum(paid) <= 7


def feedings(table: Table, seat: int) -> Iterator[str]:
    """One resource for every missing food, all of them or none."""
    state = table.state
    missing = state.player(seat).at_home - state.good(seat, "food")
    for paid in in_hand(state, seat, missing):
        if sum(paid) == missing:
            yield f"pay {goods(paid)}"
    yield "starve"


def picks(table: Table, seat: int) -> Iterator[str]:
    """Any die that still lies there."""
    return (f"pick {die}" for die in table.dice)


def two_resources(table: Table, seat: int) -> Iterator[str]:
    """Two resources, equal or different."""
    for taken in product(range(3), repeat=4):
        if sum(taken) == 2:
            yield f"take {goods(taken)}"


def in_hand(state: sa.State, seat: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every choice out of the resources that a seat holds, `most` of a kind at most."""
    held = [min(most, state.good(seat, resource)) for resource in RESOURCES]
    return product(*(range(amount + 1) for amount in held))


def goods(amounts: tuple[int, ...]) -> str:
    """Resources as the notation writes them."""
    return ", ".join(f"{amount} {name}" for name, amount in zip(RESOURCES, amounts, strict=True) if amount)


CHOICES: Mapping[str, Callable[[Table, int], Iterator[str]]] = {
    "place-figures": lambda table, seat: placements(table.state, seat),
    "resolve-place": resolutions,
    "use-tools": tool_choices,
    "buy": purchases,
    "feed-or-starve": feedings,
    "pick-die": picks,
    "choose-goods": two_resources,
}
"""By the name of a decision, the function that lists its answers."""
