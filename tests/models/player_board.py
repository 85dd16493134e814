"""One player board: figures, goods, tools, cards and buildings, and what can be added to it."""

from __future__ import annotations

from models.questions import ways_to_choose
from models.values import RESOURCES, TWO_RESOURCES

MOST_FIGURES = 10
END_OF_TRACK = 10
MOST_TOOLS = 3
BEST_TOOL = 4


def new_player():
    """Returns a board as everybody begins with it."""
    return {
        "points": 0,
        "figures": 5,
        "goods": {"food": 12, **dict.fromkeys(RESOURCES, 0)},
        "tracks": {"agriculture": 0},
        "tools": [],  # each [value, used this round]
        "cards": [],
        "buildings": [],
        "igloos": [],
        "face down": [],
        "kept open": [],  # one-use cards that are still to be spent
        "marks": set(),
    }


def take_tool(player):
    """Takes a tool: a new one while there is room, then one of the lowest is turned, an unused one first."""
    tools = player["tools"]
    if len(tools) < MOST_TOOLS:
        tools.append([1, False])
        return
    lowest = min(value for value, _ in tools)
    if lowest == BEST_TOOL:
        return
    unused = [tool for tool in tools if tool == [lowest, False]]
    turned = unused[0] if unused else next(tool for tool in tools if tool[0] == lowest)
    turned[0] += 1


def take_figure(player):
    """Takes a figure from the general supply, if one is left."""
    player["figures"] = min(MOST_FIGURES, player["figures"] + 1)


def move_forward(player, track, steps):
    """Moves a marker; past the end of its track nothing happens."""
    player["tracks"][track] = min(END_OF_TRACK, player["tracks"][track] + steps)


def can_pay(player, goods):
    """Returns whether a player has these goods."""
    return all(player["goods"][good] >= number for good, number in goods.items())


def pay(player, goods):
    """Returns goods to the supply."""
    for good, number in goods.items():
        player["goods"][good] -= number


def take(player, goods):
    """Takes goods from the supply, which never runs out."""
    for good, number in goods.items():
        player["goods"][good] += number


def hands_of(player):
    """Returns what a player holds, and what the card for two resources could make of it."""
    hands = [player["goods"]]
    if TWO_RESOURCES in player["kept open"]:
        for two in ways_to_choose(RESOURCES, 2):
            hands.append({good: number + two.get(good, 0) for good, number in player["goods"].items()})
    return hands
