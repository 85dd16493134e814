"""Igloos, Harsh Winter and the deviations of one site: each a class that is put before the game that it changes."""

from __future__ import annotations

from models.player_board import hands_of, pay
from models.questions import roll_dice
from models.values import IGLOOS


class Igloos:
    """Four igloos beside the board, bought like buildings."""

    def __init__(self, players, **settings):
        super().__init__(players, **settings)
        for number, igloo in enumerate(IGLOOS, 1):
            self.spaces[f"igloo-{number}"] = igloo
            self.places[f"igloo-{number}"] = [0] * players

    def resolve(self, seat, place, figures):
        """Carries out the action of a location, igloos included."""
        if place.startswith("igloo-"):
            yield from self.take_igloo(seat, place)
        else:
            yield from super().resolve(seat, place, figures)

    def take_igloo(self, seat, place):
        """Lets a player pay for an igloo and score its points; it is not replaced."""
        cost, points = IGLOOS[self.spaces[place]]
        paid = yield from self.buy(seat, [cost])
        if paid is not None:
            yield from self.add_to_bill(seat, self.spaces[place])
            self.players[seat]["igloos"].append(self.spaces[place])
            self.players[seat]["points"] += points
            self.spaces[place] = None


class HarshWinter:
    """Insulation for buildings of fixed cost, and gold for points with a card."""

    def __init__(self, players, insulate_igloos=True, **settings):
        self.insulate_igloos = insulate_igloos
        super().__init__(players, **settings)

    def add_to_bill(self, seat, item):
        """Lets a player pay a stone or a gold more, if it can be had when the price is paid."""
        player = self.players[seat]
        if item in self.cards:
            name, good, points = "pay-gold", "gold", 6
        elif item in self.fixed_buildings or (item in IGLOOS and self.insulate_igloos):
            name, good, points = "insulate", "stone", 5
        else:
            return
        if not any(hand[good] for hand in hands_of(player)):
            return

        def options():
            return {f"skip {name}": False} | ({f"add {name}": True} if player["goods"][good] else {})

        if (yield from self.choose(seat, options)):
            pay(player, {good: 1})
            player["points"] += points


class OneSite:
    """Three deviations of one site, each separate."""

    def __init__(self, players, deferred_dice=True, two_resources_now=True, hunt_again=True, **settings):
        self.deferred_dice, self.two_resources_now, self.hunt_again = deferred_dice, two_resources_now, hunt_again
        self.open_dice = []  # of each roll: the seats that are still to pick, the dice, the table
        super().__init__(players, **settings)

    def may_come_back(self, place):
        """Returns whether a player may add to the figures on a location: to the hunters."""
        return (place == "hunt" and self.hunt_again) or super().may_come_back(place)

    def keep_open(self, seat, card):
        """Keeps a card open until it is used; the one for two resources is used at once."""
        yield from super().keep_open(seat, card)
        if self.cards[card][0] == "two resources" and self.two_resources_now:
            yield from self.use_two_resources(seat)

    def dice_for_all(self, buyer, table):
        """Rolls a die for each player; the buyer takes one, the others do on their next turns."""
        if not self.deferred_dice:
            yield from super().dice_for_all(buyer, table)
            return
        dice = yield from roll_dice(len(self.players))
        self.open_dice.append((self.clockwise_from(buyer)[1:], dice, table))
        yield from self.pick_die(buyer, dice, table)

    def begin_turn(self, seat):
        """Lets a player pick the dice that are open, the oldest roll first, before the turn."""
        for seats, dice, table in self.open_dice:
            if seat in seats:
                seats.remove(seat)
                yield from self.pick_die(seat, dice, table)
        self.open_dice = [roll for roll in self.open_dice if roll[0]]
        yield from super().begin_turn(seat)

    def finish(self):
        """Lets all dice be picked that are still open, roll by roll, clockwise from the buyer."""
        for seats, dice, table in self.open_dice:
            for seat in seats:
                yield from self.pick_die(seat, dice, table)
        yield from super().finish()
