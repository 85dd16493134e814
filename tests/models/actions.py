"""Phase 2 of the base game: the actions of the locations, tools, cards and buildings."""

from __future__ import annotations

from itertools import combinations

from models.player_board import can_pay, move_forward, pay, take, take_figure, take_tool
from models.questions import Choice, draw_from, roll_dice, ways_to_choose, written
from models.values import (
    ANY_BUILDINGS,
    CARDS,
    DICE_TABLE,
    FIXED_BUILDINGS,
    FREE_BUILDINGS,
    RESOURCES,
    TWO_RESOURCES,
    WORTH,
)

LOCATION_OF = {"forest": "wood", "clay-pit": "clay", "quarry": "stone", "river": "gold"}


class Actions:
    """Resolves the places where players have placed figures."""

    cards = CARDS
    fixed_buildings = {tile: (cost, points, None) for tile, (cost, points) in FIXED_BUILDINGS.items()}
    dice_tables = {"dice": DICE_TABLE}

    # --- asking -------------------------------------------------------------------------------------------------

    def choose(self, seat, find_options):
        """Asks a seat for one of its options, a dict of texts; returns what stands behind the text.

        The owner of the card for two resources can use it first; then the options are found anew.
        """
        while True:
            options = find_options()
            texts = set(options)
            if TWO_RESOURCES in self.players[seat]["kept open"]:
                texts.add(f"use {TWO_RESOURCES}")
            answer = yield Choice(seat, texts)
            if answer in options:
                return options[answer]
            yield from self.use_two_resources(seat)

    def use_two_resources(self, seat):
        """Spends the card: two resources of choice, equal or different."""
        self.players[seat]["kept open"].remove(TWO_RESOURCES)
        goods = yield from self.choose(seat, lambda: {written("take", two): two for two in ways_to_choose(RESOURCES, 2)})
        take(self.players[seat], goods)

    # --- locations ----------------------------------------------------------------------------------------------

    def take_actions(self):
        """Lets every player resolve all own locations, one player after the other."""
        for seat in self.turn_order():
            yield from self.begin_turn(seat)
            while places := [place for place in self.places if self.is_resolved(place) and self.places[place][seat]]:
                place = yield from self.choose(seat, lambda: {f"resolve {place}": place for place in places})
                figures = self.places[place][seat]
                self.places[place][seat] = 0
                yield from self.resolve(seat, place, figures)

    def begin_turn(self, seat):
        """Begins a turn of placing or of actions: nothing comes before it in the base game."""
        yield from ()

    def is_resolved(self, place):
        """Returns whether the figures of a location are resolved in the turn of their player: all are in the base game."""
        return True

    def resolve(self, seat, place, figures):
        """Carries out the action of a location."""
        player = self.players[seat]
        if place == "toolmaker-hut":
            take_tool(player)
        elif place == "hut":
            take_figure(player)
        elif place == "fields":
            move_forward(player, "agriculture", 1)
        elif place == "hunt":
            yield from self.hunt(seat, figures)
        elif place in LOCATION_OF:
            good = LOCATION_OF[place]
            yield from self.gather(seat, figures, good, WORTH[good])
        elif place.startswith("card-"):
            yield from self.take_card(seat, place)
        elif place.startswith("building-"):
            yield from self.take_building(seat, place)

    def hunt(self, seat, figures):
        """Hunts: half of the total in food."""
        total = yield from self.roll_with_tools(seat, figures)
        take(self.players[seat], {"food": total // 2})

    def gather(self, seat, dice, good, divisor):
        """Produces resources: the total divided, rounded down."""
        total = yield from self.roll_with_tools(seat, dice)
        take(self.players[seat], {good: total // divisor})

    def roll_with_tools(self, seat, dice):
        """Rolls, then adds tools; returns the total."""
        total = sum((yield from roll_dice(dice)))
        if len(self.tool_options(seat)) == 1:
            return self.lowered(total)
        used, cards = yield from self.choose(seat, lambda: self.tool_options(seat))
        for tool in used:
            total += tool[0]
            tool[1] = True
        for card in cards:
            total += self.cards[card][1]
            self.players[seat]["kept open"].remove(card)
        return self.lowered(total)

    def lowered(self, total):
        """Returns what is left of a total: all of it in the base game."""
        return total

    def tool_options(self, seat):
        """Returns every choice of unused tools and of one-use tools; tools of one value are alike."""
        player = self.players[seat]
        unused = sorted((tool for tool in player["tools"] if not tool[1]), key=lambda tool: -tool[0])
        cards = sorted(card for card in player["kept open"] if self.cards[card][0] == "one-use tool")
        options = {}
        for tools_chosen in subsets(unused):
            for cards_chosen in subsets(cards):
                names = [str(tool[0]) for tool in tools_chosen] + list(cards_chosen)
                options.setdefault("tools " + ("+".join(names) or "none"), (tools_chosen, cards_chosen))
        return options

    # --- cards --------------------------------------------------------------------------------------------------

    def card_payments(self, place):
        """Returns every payment for the card on a space: 1 to 4 resources, counted from the right."""
        return ways_to_choose(RESOURCES, int(place.removeprefix("card-")))

    def take_card(self, seat, place):
        """Lets a player pay for a card, take it and have what its upper part shows."""
        paid = yield from self.buy(seat, self.card_payments(place))
        if paid is None:
            return
        yield from self.add_to_bill(seat, self.spaces[place])
        card, self.spaces[place] = self.spaces[place], None
        player = self.players[seat]
        player["cards"].append(card)
        effect, number, _, _ = self.cards[card]
        if effect in ("one-use tool", "two resources"):
            yield from self.keep_open(seat, card)
        else:
            yield from self.bring(seat, effect, number)

    def keep_open(self, seat, card):
        """Keeps a card open until it is used."""
        self.players[seat]["kept open"].append(card)
        yield from ()

    def buy(self, seat, payments):
        """Lets a player pay one of the payments, or decline; returns what was paid, None if nothing was."""
        player = self.players[seat]

        def options():
            payable = {written("pay", payment): payment for payment in payments if can_pay(player, payment)}
            return payable | {"decline": None}

        paid = yield from self.choose(seat, options)
        if paid is not None:
            pay(player, paid)
        return paid

    def add_to_bill(self, seat, item):
        """Lets a player pay for more than the item: there is no more in the base game."""
        yield from ()

    def bring(self, seat, effect, number):
        """Gives a player what a card, a die or a tile shows."""
        player = self.players[seat]
        if effect in player["goods"]:
            take(player, {effect: number})
        elif effect == "points":
            player["points"] += number
        elif effect == "tool":
            take_tool(player)
        elif effect == "figure":
            take_figure(player)
        elif effect == "agriculture":
            move_forward(player, "agriculture", number)
        elif effect.startswith("roll for "):
            good = effect.removeprefix("roll for ")
            yield from self.gather(seat, number, good, WORTH[good])
        elif effect == "face-down card":
            yield from self.draw_face_down(seat)
        else:
            yield from self.dice_for_all(seat, self.dice_tables[effect])

    def draw_face_down(self, seat):
        """Draws the top card of the deck for final scoring alone; without one there is nothing."""
        if self.card_is_left():
            self.players[seat]["face down"].append((yield from self.draw_card()))

    def card_is_left(self):
        """Returns whether the deck has a card."""
        return any(card in self.cards for card in self.deck)

    def draw_card(self):
        """Draws the top card of the deck."""
        return (yield from draw_from(self.deck))

    def dice_for_all(self, buyer, table):
        """Rolls a die for each player; from the buyer clockwise everybody takes one."""
        dice = yield from roll_dice(len(self.players))
        for seat in self.clockwise_from(buyer):
            yield from self.pick_die(seat, dice, table)

    def pick_die(self, seat, dice, table):
        """Lets a player take one of the dice and what it stands for."""
        face = yield from self.choose(seat, lambda: {f"pick {face}": face for face in dice})
        dice.remove(face)
        yield from self.bring(seat, *table[face])

    # --- buildings ----------------------------------------------------------------------------------------------

    def building_payments(self, tile):
        """Returns every payment for a building."""
        if tile in self.fixed_buildings:
            return [self.fixed_buildings[tile][0]]
        if tile in ANY_BUILDINGS:
            return [payment for size in range(1, 8) for payment in ways_to_choose(RESOURCES, size)]
        size, kinds = FREE_BUILDINGS[tile]
        return [payment for payment in ways_to_choose(RESOURCES, size) if len(payment) == kinds]

    def building_points(self, tile, paid):
        """Returns the printed points, or what the resources paid are worth."""
        if tile in self.fixed_buildings:
            return self.fixed_buildings[tile][1]
        return sum(WORTH[good] * number for good, number in paid.items())

    def take_building(self, seat, place):
        """Lets a player pay for a building, take it and score its points; the next one is turned up."""
        tile = self.spaces[place]
        paid = yield from self.buy(seat, self.building_payments(tile))
        if paid is None:
            return
        yield from self.add_to_bill(seat, tile)
        self.spaces[place] = None
        player = self.players[seat]
        player["buildings"].append(tile)
        player["points"] += self.building_points(tile, paid)
        if tile in self.fixed_buildings and self.fixed_buildings[tile][2]:
            yield from self.bring(seat, *self.fixed_buildings[tile][2])
        yield from self.turn_up_next(place)

    def turn_up_next(self, place):
        """Turns up the next tile of a stack; an empty one stays empty."""
        if self.stacks[place]:
            self.spaces[place] = yield from draw_from(self.unseen_tiles)
            self.stacks[place] -= 1


def subsets(things):
    """Returns every choice of some things, all and none included."""
    return [chosen for size in range(len(things) + 1) for chosen in combinations(things, size)]
