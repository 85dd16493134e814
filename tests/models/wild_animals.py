"""Wild Animals: a class that is put before the game that it changes."""

from __future__ import annotations

from models.player_board import take
from models.questions import roll_dice, ways_to_choose, written
from models.values import ANIMALS, RESOURCES, REWARDS

LAIR = "active-animal"


class WildAnimals:
    """Four animals in the deck; one at a time is active until it is driven off."""

    def __init__(self, players, **settings):
        super().__init__(players, **settings)
        self.animals_in_box = set(ANIMALS)
        self.animals_waiting = []
        self.spaces[LAIR] = None
        self.places[LAIR] = [0] * players

    def set_up(self):
        """Lays out cards and tiles, then shuffles the animals into the deck."""
        yield from super().set_up()
        self.deck |= self.animals_in_box
        self.animals_in_box = set()

    def draw_card(self):
        """Draws until it is a card; animals go beside the board."""
        while (card := (yield from super().draw_card())) in ANIMALS:
            self.animals_waiting.append(card)
        return card

    def prepare_next_round(self):
        """Prepares the next round; if no animal is active then, the first that waits becomes active."""
        yield from super().prepare_next_round()
        if not self.over and self.animals_waiting and self.spaces[LAIR] is None:
            self.spaces[LAIR] = self.animals_waiting.pop(0)

    def lowered(self, total):
        """Returns what the active animal leaves of a total."""
        return max(0, total - ANIMALS.get(self.spaces[LAIR], 0))

    def may_come_back(self, place):
        """Returns whether a player may add to the figures on a location: to those against an animal."""
        return place == LAIR or super().may_come_back(place)

    def figures_allowed(self, seat, place):
        """Returns the numbers of figures: one at a time against an animal, as many in all as there are players."""
        if place == LAIR:
            return [1] if sum(self.places[LAIR]) < len(self.players) else []
        return super().figures_allowed(seat, place)

    def is_resolved(self, place):
        """Returns whether the figures of a location are resolved in the turn of their player; those at an animal stay."""
        return place != LAIR and super().is_resolved(place)

    def take_actions(self):
        """Lets all take their actions; then an animal is driven off if there are figures enough."""
        yield from super().take_actions()
        if sum(self.places[LAIR]) == len(self.players):
            yield from self.drive_off()

    def drive_off(self):
        """Hands out the rewards, in turn order, die by die; the animal leaves the game and the figures go home."""
        for seat in self.turn_order():
            if self.places[LAIR][seat]:
                dice = yield from roll_dice(self.places[LAIR][seat])
                for face in sorted(dice):
                    yield from self.reward(seat, face)
        self.animals_in_box.add(self.spaces[LAIR])
        self.spaces[LAIR] = None
        self.places[LAIR] = [0] * len(self.players)

    def reward(self, seat, face):
        """Lets a player claim the reward of a die, or that of a 1."""
        effect, number = yield from self.choose(seat, lambda: {f"claim {shown}": REWARDS[shown] for shown in (face, 1)})
        if effect == "any resource":
            ways = ways_to_choose(RESOURCES, number)
            goods = yield from self.choose(seat, lambda: {written("take", way): way for way in ways})
            take(self.players[seat], goods)
        else:
            yield from self.bring(seat, effect, number)
