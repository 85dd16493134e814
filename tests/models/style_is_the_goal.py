"""Style is the Goal, from its rulebook: what it adds to the base game, and what it changes."""

from __future__ import annotations

from models.base_game import VILLAGE, BaseGame
from models.player_board import can_pay, hands_of, move_forward, pay, take
from models.questions import ways_to_choose, written
from models.trading import gains, gifts, less, own_part, payments_with
from models.values import (
    CARDS,
    DECORATION_BUILDINGS,
    DICE_TABLE,
    DICE_TABLE_WITH_STYLE,
    INCOME,
    OLDER_BUILDINGS,
    STYLE_BUILDINGS,
    STYLE_CARDS,
    WORKPLACES,
)

TRADER = "trader-post"
FIFTH_SPACE = "card-5"
AT_TRADER, HAS_TRADED = "at-trader", "has-traded"
TAKEN_BACK = "taken back"


class StyleIsTheGoal(BaseGame):
    """A game with the expansion, for 2 to 5 players."""

    village = (*VILLAGE, TRADER)
    professions = (*BaseGame.professions, "trader")
    card_spaces = (*BaseGame.card_spaces, FIFTH_SPACE)
    cards = CARDS | STYLE_CARDS
    fixed_buildings = BaseGame.fixed_buildings | STYLE_BUILDINGS | OLDER_BUILDINGS
    dice_tables = {"dice": DICE_TABLE, "dice with style": DICE_TABLE_WITH_STYLE}

    def __init__(self, players, older_tiles=False, trade_needed="short", step_at_end=True, **settings):
        self.step_at_end = step_at_end
        self.older_tiles, self.strict_trade = older_tiles, trade_needed == "short"
        super().__init__(players, **settings)
        self.places |= {tile: [0] * players for tile in WORKPLACES}

    def new_player(self):
        """Returns a player board with a tooth and a marker on the trader track."""
        player = super().new_player()
        player["goods"]["decoration"] = 1
        player["tracks"]["trader"] = 0
        return player

    def all_tiles(self):
        """Returns the building tiles, with the nine new ones, and the six older ones if the table asks for them."""
        older = OLDER_BUILDINGS if self.older_tiles else ()
        return {*super().all_tiles(), *DECORATION_BUILDINGS, *STYLE_BUILDINGS, *older}

    # --- placing ------------------------------------------------------------------------------------------------

    def most_village_places(self):
        """Returns how many of the four village places can be occupied in a round."""
        return {2: 2, 3: 2, 4: 3, 5: 4}[len(self.players)]

    def can_be_chosen(self, seat, place):
        """Returns whether a player may use a location: a workplace is there for its owner alone."""
        if place in WORKPLACES and place not in self.players[seat]["buildings"]:
            return False
        return super().can_be_chosen(seat, place)

    def figures_allowed(self, seat, place):
        """Returns the numbers of figures: up to 3 at a workplace, exactly 2 at the trader."""
        if place in WORKPLACES:
            return range(1, 4)
        if place == TRADER:
            return [] if any(self.places[place]) else [2]
        return super().figures_allowed(seat, place)

    def put(self, seat, place, figures):
        """Puts figures on a location; who has placed on the trader does not trade in this round."""
        super().put(seat, place, figures)
        if place == TRADER:
            self.players[seat]["marks"].add(AT_TRADER)

    # --- actions ------------------------------------------------------------------------------------------------

    def take_actions(self):
        """Hands out the income of the older tiles before the first action."""
        for player in self.players:
            for tile in player["buildings"]:
                if tile in INCOME:
                    take(player, {INCOME[tile]: 1})
        yield from super().take_actions()

    def resolve(self, seat, place, figures):
        """Carries out the action of a location, the new ones included."""
        if place == TRADER:
            self.advance_trader(seat, 2)
        elif place in WORKPLACES:
            yield from self.gather(seat, figures, *WORKPLACES[place])
        else:
            yield from super().resolve(seat, place, figures)

    def advance_trader(self, seat, steps):
        """Moves the marker on the trader track; each advance, however far, brings 2 decorations.

        One that is lost at the end as a whole brings none if the table says so.
        """
        player = self.players[seat]
        if player["tracks"]["trader"] == 10 and not self.step_at_end:
            return
        move_forward(player, "trader", steps)
        take(player, {"decoration": 2})

    def bring(self, seat, effect, number):
        """Gives a player what a card, a die or a tile shows."""
        if effect == "trader track":
            self.advance_trader(seat, number)
        else:
            yield from super().bring(seat, effect, number)

    def hunt(self, seat, figures):
        """Hunts: half of the total in food and decorations, in any mix."""
        total = yield from self.roll_with_tools(seat, figures)
        if total // 2:
            mixes = ways_to_choose(("food", "decoration"), total // 2)
            mix = yield from self.choose(seat, lambda: {written("take", mix): mix for mix in mixes})
            take(self.players[seat], mix)

    # --- cards and buildings ------------------------------------------------------------------------------------

    def card_payments(self, place):
        """Returns every payment for the card on a space: 3 decorations on the fifth."""
        return [{"decoration": 3}] if place == FIFTH_SPACE else super().card_payments(place)

    def take_card(self, seat, place):
        """Lets a player take a card; on the fifth space a bonus card can be paid for then."""
        yield from super().take_card(seat, place)
        player = self.players[seat]
        taken = place == FIFTH_SPACE and self.spaces[place] is None
        if taken and self.card_is_left() and player["goods"]["decoration"] >= 3:
            add = yield from self.choose(seat, lambda: {"add bonus-card": True, "skip bonus-card": False})
            if add:
                pay(player, {"decoration": 3})
                yield from self.draw_face_down(seat)

    def building_payments(self, tile):
        """Returns every payment for a building: 1 to 4 decorations for some."""
        if tile in DECORATION_BUILDINGS:
            return [{"decoration": number} for number in range(1, 5)]
        return super().building_payments(tile)

    def building_points(self, tile, paid):
        """Returns the points of a building: 4 for each decoration paid."""
        return 4 * paid["decoration"] if tile in DECORATION_BUILDINGS else super().building_points(tile, paid)

    # --- the trade in the middle of a purchase ------------------------------------------------------------------

    def buy(self, seat, payments):
        """Lets a player pay, give something for a trade, or decline; returns what was paid, None if nothing was."""
        player = self.players[seat]

        def options():
            payable = {written("pay", payment): payment for payment in payments if can_pay(player, payment)}
            given = {written("give", goods): ("give", goods) for goods in self.gifts(player, payments)}
            return payable | given | {"decline": None}

        while True:
            answer = yield from self.choose(seat, options)
            if isinstance(answer, tuple):
                answer = yield from self.trade(seat, payments, answer[1])
            elif answer is not None:
                pay(player, answer)
            if answer != TAKEN_BACK:
                return answer

    def gifts(self, player, payments):
        """Returns what a player can give for a trade: once per round, and not in a round with figures on the trader."""
        if player["marks"]:
            return []
        return gifts(hands_of(player), player["tracks"]["trader"], payments, self.strict_trade)

    def trade(self, seat, payments, given):
        """Asks what is received and how it is paid; nothing has happened until then.

        Returns what was paid, None if the player declines, or that the trade was taken back.
        """
        player = self.players[seat]
        other = {"take-back": TAKEN_BACK, "decline": None}

        def find_gains():
            found = gains(hands_of(player), player["tracks"]["trader"], payments, given)
            return {written("get", got): got for got in found} | other

        got = yield from self.choose(seat, find_gains)
        if not isinstance(got, dict):
            return got

        def find_payments():
            found = payments_with(less(player["goods"], given), got, payments)
            return {written("pay", payment): payment for payment in found} | other

        paid = yield from self.choose(seat, find_payments)
        if isinstance(paid, dict):
            pay(player, given)
            pay(player, own_part(paid, got))
            player["marks"].add(HAS_TRADED)
        return paid
