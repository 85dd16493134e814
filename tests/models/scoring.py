"""Final scoring, the tie-break and the winners of a model's game."""

from __future__ import annotations

from models.values import RESOURCES

PROFESSIONS = ("farmer", "toolmaker", "builder", "shaman", "trader")
"""The trader belongs to Style is the Goal alone."""


def score_lines(game, seat):
    """Returns the points of each line of final scoring, in the order of the rulebook's list."""
    player = game.players[seat]
    return [
        sum(player["goods"][good] for good in RESOURCES),
        culture(game, player),
        *(icons(game, player, profession) * value(player, profession) for profession in game.professions),
    ]


def culture(game, player):
    """Returns the points for symbols: the different ones squared, then the duplicates as further sets."""
    symbols = [game.cards[card][2] for card in [*player["cards"], *player["face down"]]]
    symbols = [symbol for symbol in symbols if symbol not in PROFESSIONS]
    points = 0
    while symbols:
        different = set(symbols)
        points += len(different) ** 2
        for symbol in different:
            symbols.remove(symbol)
    return points


def icons(game, player, profession):
    """Returns how many icons of a profession a player's cards show."""
    cards = [game.cards[card] for card in [*player["cards"], *player["face down"]]]
    return sum(number for _, _, shown, number in cards if shown == profession)


def value(player, profession):
    """Returns what the icons of a profession are multiplied with."""
    if profession == "farmer":
        return player["tracks"]["agriculture"]
    if profession == "toolmaker":
        return sum(value for value, _ in player["tools"])
    if profession == "builder":
        return len(player["buildings"])
    if profession == "shaman":
        return player["figures"]
    return player["tracks"]["trader"]


def total(game, seat):
    """Returns all points of a seat, were the game over now."""
    return game.players[seat]["points"] + sum(score_lines(game, seat))


def tie_break(game, seat):
    """Returns what tied seats compare: agriculture, tools and figures."""
    player = game.players[seat]
    values = [value for value, _ in player["tools"]]
    tools = len(values) if game.edition == "2008" else sum(values)
    return player["tracks"]["agriculture"] + tools + player["figures"]


def winners(game):
    """Returns the seats that win: most points, then the tie-break; who is still tied shares the victory."""
    seats = range(len(game.players))
    best = max(total(game, seat) for seat in seats)
    tied = [seat for seat in seats if total(game, seat) == best]
    highest = max(tie_break(game, seat) for seat in tied)
    return [seat for seat in tied if tie_break(game, seat) == highest]
