"""The base game, from the rulebook: set-up, the course of a round, placing, feeding, and the end.

Derived from the printed rules, and where they are silent from the rulings in the statements.  What no rule tells, and no
player could notice, is as in the library: its notation; that it asks where one option is left, but not for tools that nobody
has; that figures go home before their action, and food is paid with what replaces it; and that all cards are laid out from
right to left, as between rounds.
"""

from __future__ import annotations

from functools import partial

from models.actions import LOCATION_OF, Actions
from models.player_board import can_pay, new_player, pay, take
from models.questions import ways_to_choose, written
from models.values import ANY_BUILDINGS, FIXED_BUILDINGS, FREE_BUILDINGS, RESOURCES, TWO_RESOURCES

VILLAGE = ("toolmaker-hut", "hut", "fields")
RESOURCE_CIRCLES = 7
STACK = 7


class BaseGame(Actions):
    """One game: what lies on the table, and the rules as generators that ask what comes next."""

    village = VILLAGE
    professions = ("farmer", "toolmaker", "builder", "shaman")
    card_spaces = ("card-1", "card-2", "card-3", "card-4")
    """From right to left; the first costs least."""

    def __init__(self, players, first=0, edition="2018"):
        self.players = [self.new_player() for _ in range(players)]
        self.first, self.edition = first, edition
        self.round, self.phase, self.over = 0, "set-up", False
        self.deck = set(self.cards)
        self.unseen_tiles = self.all_tiles()
        self.stacks = {f"building-{number}": STACK for number in range(1, players + 1)}
        self.spaces = dict.fromkeys([*self.card_spaces, *self.stacks])
        """The face-up card or tile on each space; None if there is none."""
        self.places = {
            place: [0] * players
            for place in ("hunt", *LOCATION_OF, *self.village, *self.card_spaces, *self.stacks)
        }  # fmt: skip
        """The figures of every seat on each location."""

    def new_player(self):
        """Returns a player board at the start."""
        return new_player()

    def all_tiles(self):
        """Returns the building tiles in the box."""
        return {*FIXED_BUILDINGS, *FREE_BUILDINGS, *ANY_BUILDINGS}

    def clockwise_from(self, seat):
        """Returns all seats, beginning with one."""
        return [(seat + step) % len(self.players) for step in range(len(self.players))]

    def turn_order(self):
        """Returns all seats, beginning with the starting player."""
        return self.clockwise_from(self.first)

    # --- the course of the game ---------------------------------------------------------------------------------

    def play(self):
        """Plays a whole game."""
        yield from self.set_up()
        while not self.over:
            self.round += 1
            self.phase = "placing"
            yield from self.place_figures()
            self.phase = "take-actions"
            yield from self.take_actions()
            self.phase = "feed-tribe"
            for seat in self.turn_order():
                yield from self.feed(seat)
            self.phase = "new-round"
            yield from self.prepare_next_round()
        yield from self.finish()

    def set_up(self):
        """Lays out cards and tiles."""
        yield from self.fill_card_spaces()
        for stack in self.stacks:
            yield from self.turn_up_next(stack)

    def finish(self):
        """Settles what is open when the game is over: the card for two resources is used."""
        for seat in self.turn_order():
            if TWO_RESOURCES in self.players[seat]["kept open"]:
                yield from self.use_two_resources(seat)

    def prepare_next_round(self):
        """Ends the game if a stack is empty or the cards run out; else prepares the next round."""
        if any(self.spaces[stack] is None for stack in self.stacks):
            self.over = True
            return
        self.first = self.clockwise_from(self.first)[1]
        self.slide_cards()
        yield from self.fill_card_spaces()
        if any(self.spaces[space] is None for space in self.card_spaces):
            self.over = True
            return
        for player in self.players:
            player["marks"].clear()
            for tool in player["tools"]:
                tool[1] = False

    def slide_cards(self):
        """Slides the cards that are left to the right, as far as they go."""
        left = [self.spaces[space] for space in self.card_spaces if self.spaces[space]]
        for space in self.card_spaces:
            self.spaces[space] = left.pop(0) if left else None

    def fill_card_spaces(self):
        """Draws a card for each empty space, from right to left, while there are cards."""
        for space in self.card_spaces:
            if self.spaces[space] is None and self.card_is_left():
                self.spaces[space] = yield from self.draw_card()

    # --- phase 1: placing ---------------------------------------------------------------------------------------

    def place_figures(self):
        """Lets players place in turn until nobody can."""
        seats, passed = self.turn_order(), 0
        while passed < len(seats):
            seat = seats.pop(0)
            seats.append(seat)
            if not self.placements(seat):
                passed += 1
                continue
            passed = 0
            yield from self.begin_turn(seat)
            place, figures = yield from self.choose(seat, partial(self.placements, seat))
            self.put(seat, place, figures)

    def put(self, seat, place, figures):
        """Puts figures on a location."""
        self.places[place][seat] += figures

    def at_home(self, seat):
        """Returns the number of a player's figures on the player board."""
        return self.players[seat]["figures"] - sum(figures[seat] for figures in self.places.values())

    def placements(self, seat):
        """Returns every placement of a player: a location and a number of figures."""
        home = self.at_home(seat)
        return {
            f"place {place} {figures}": (place, figures)
            for place in self.places
            if self.can_be_chosen(seat, place)
            for figures in self.figures_allowed(seat, place)
            if figures <= home
        }

    def can_be_chosen(self, seat, place):
        """Returns whether a player may put figures on a location at all."""
        if self.places[place][seat] and not self.may_come_back(place):
            return False
        occupied = [other for other in self.village if any(self.places[other])]
        if place in self.village and len(occupied) >= self.most_village_places():
            return False
        owners = [figures for figures in self.places[place] if figures]
        if place in LOCATION_OF and len(owners) >= self.most_players_at_a_resource():
            return False
        return place not in self.spaces or self.spaces[place] is not None

    def may_come_back(self, place):
        """Returns whether a player may add to the figures on a location later in the round: never in the base game."""
        return False

    def figures_allowed(self, seat, place):
        """Returns the numbers of figures that a placement on a location can have, its circles taken into account."""
        taken = sum(self.places[place])
        if place == "hunt":
            return range(1, self.at_home(seat) + 1)
        if place in LOCATION_OF:
            return range(1, RESOURCE_CIRCLES - taken + 1)
        if taken:
            return []
        return [2] if place == "hut" else [1]

    def most_village_places(self):
        """Returns how many village places can be occupied in a round."""
        return 2 if len(self.players) <= 3 else 3

    def most_players_at_a_resource(self):
        """Returns how many players can share a resource location."""
        return {2: 1, 3: 2}.get(len(self.players), len(self.players))

    # --- phase 3: feeding ---------------------------------------------------------------------------------------

    def feed(self, seat):
        """Takes food for agriculture, then feeds: with food, else with resources for all that is missing, or not.

        By the edition of 2008 resources must be paid, and all of them if they do not suffice.
        """
        player = self.players[seat]
        take(player, {"food": player["tracks"]["agriculture"]})
        missing = self.at_home(seat) - player["goods"]["food"]
        if missing <= 0:
            pay(player, {"food": self.at_home(seat)})
            return
        must = self.edition == "2008"

        def options():
            held = sum(player["goods"][good] for good in RESOURCES)
            payments = ways_to_choose(RESOURCES, min(missing, held) if must and held else missing)
            payable = {written("pay", payment): payment for payment in payments if can_pay(player, payment)}
            return payable if must and held else payable | {"starve": None}

        paid = yield from self.choose(seat, options)
        player["goods"]["food"] = 0
        if paid is not None:
            pay(player, paid)
        if paid is None or sum(paid.values()) < missing:
            player["points"] -= 10
