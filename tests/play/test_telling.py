"""The log can be followed by itself: tiles that run out, tools with their values, seats passed over; secrets stay secret."""

from __future__ import annotations

import re

import pytest

import stoneage_rules as sa
from dealt import resolving
from long_profile import LONG, some
from play.conftest import rules_for, started
from properties.tables import EXTREMES, rules_of
from shipped import HERE, needs

STYLE, ANIMALS, IGLOOS = "style-is-the-goal", "wild-animals", "igloos"


def lines(rules: sa.Ruleset, given: dict, *answers: str) -> list[str]:
    """Returns the log of a few answers in a position."""
    return texts_of(started(rules, given, *answers, auto_chance=False))


def texts_of(game: sa.Game) -> list[str]:
    """Returns the log of a game without secrets."""
    return [str(sentence) for sentence in game.sentences("all")]


def random_game(rules: sa.Ruleset, seed: int) -> sa.Game:
    game = sa.Game(rules, seed=seed)
    game.run([sa.policies.random_policy(seed)] * rules.players)
    return game


# --- cards and tiles --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules", [(), HERE])
def test_what_an_item_costs_brings_and_shows_is_said_wherever_it_comes_up(modules):
    """When it is laid out, taken and declined, in the words of options; reconstructed values are called so."""
    rules = rules_for(4, *modules)
    game = random_game(rules, 2)
    told = {"lay": 0, "own": 0, "decline": 0}
    for event in (event for events in game.events() for event in events):
        if event.name in told:
            told[event.name] += 1
            brief, text = rules.item(event.text("item")), sa.Narrator(rules, game.names, "all").sentence(event)
            record = rules.content.find(brief.address).record
            assert event.text("item") in text
            for words in (record.symbol or "", *(f"{count} {icon}" for icon, count in record.icons.items())):
                assert words in text
            assert ("costs " in text) == (event.name != "own" and price_at(rules, event))
            assert text.endswith("(reconstructed)") == rules.content.find(brief.address).reconstructed
    assert min(told.values()) > 5, told


def price_at(rules: sa.Ruleset, event: sa.Event) -> bool:
    """Returns whether the item of an event has a price on its place."""
    return rules.place(event.text("place")).price >= 0 or rules.items[rules.item_index[event.text("item")]].price >= 0


def test_the_last_tile_of_a_stack_is_said_when_it_goes():
    """And the line after feeding counts the empty stacks."""
    given = {
        "phase": "take-actions", "figures": {"building-1": [1, 0], "building-2": [1, 0]},
        "piles": {"building-1": 0, "building-2": 0}, "dealt_to": [0, 1],
        "spaces": {"building-1": "bld-01", "building-2": "bld-02"},
        "seats": {0: {"goods": {"wood": 4, "clay": 1, "stone": 1, "food": 20}}, 1: {"goods": {"food": 20}}},
    }  # fmt: skip
    told = lines(rules_for(2), given, "resolve building-1", "pay 2 wood, 1 clay", "resolve building-2", "pay 2 wood, 1 stone")
    assert told[told.index("seat 0 takes bld-01: 10 points") + 1] == "that was the last one on building-1"
    assert told[told.index("seat 0 takes bld-02: 11 points") + 1] == "that was the last one on building-2"
    assert "2 of the building stacks are empty" in told


def test_a_draw_from_an_empty_deck_is_said():
    more = {"spaces": {"card-1": "civ-32"}, "zones": {"deck": []}, "dealt_to": [0, 1], "goods": {"wood": 1}}
    given = resolving({"card-1": {0: 1}}, more)
    told = lines(rules_for(2), given, "resolve card-1", "pay 1 wood")
    assert told[-1] == "seat 0 draws nothing: no card is left in deck"


# --- tools and totals -------------------------------------------------------------------------------------------------


def test_tools_for_one_roll_have_their_values():
    seat = {"tools": [[2, False], [1, True], [1, True]], "items": ["civ-34", "civ-35"], "unspent": ["civ-34", "civ-35"]}
    given = resolving({"hunt": {0: 2}, "toolmaker-hut": {0: 1}}, seat)
    told = lines(rules_for(2), given, "resolve hunt", "roll 1 5", "tools 2+civ-34+civ-35", "resolve toolmaker-hut")
    assert "seat 0 adds tools: 2+civ-34 (3)+civ-35 (2) = 7" in told
    assert "seat 0 has a total of 13, divided by 2: 6" in told
    assert "seat 0 takes a tool, and has 2+2+1, all used" in told


@needs(ANIMALS)
def test_it_is_said_what_lowers_a_total():
    given = {"phase": "take-actions", "figures": {"forest": [2, 0], "hunt": [0, 1]}, "spaces": {"active-animal": "wolf"}}
    told = lines(rules_for(2, ANIMALS), given, "resolve forest", "roll 3 5")
    assert "seat 0 loses 2 of the total because of wolf" in told
    assert "seat 0 has a total of 6, divided by 3: 2" in told


@needs(ANIMALS)
def test_the_events_of_animals_are_sentences():
    given = {
        "phase": "take-actions", "spaces": {"active-animal": "wolf"},
        "figures": {"active-animal": [1, 1], "toolmaker-hut": [1, 0]},
    }  # fmt: skip
    told = lines(rules_for(2, ANIMALS), given, "resolve toolmaker-hut", "roll 2", "claim 2", "roll 4", "claim 1")
    start = told.index("wolf is driven off")
    assert told[start + 1] == "seat 0 rolls 2"
    assert told[start + 2] == "seat 0 takes the reward of a 2 (reconstructed)"
    assert "seat 1 takes the reward of a 1" in told
    assert "wolf goes to animal-box" in told


# --- seats ------------------------------------------------------------------------------------------------------------


def test_a_seat_passed_over_while_others_place():
    """Seat 0 has a figure at home and stands on every place with room for it; seat 1 places on."""
    full = {"toolmaker-hut": [0, 1], "fields": [1, 0], "card-1": [1, 0], "card-2": [1, 0], "card-3": [1, 0], "card-4": [1, 0]}
    mine = {place: [1, 0] for place in ("hunt", "clay-pit", "building-1", "building-2")}
    given = {"phase": "placing", "figures": full | mine | {"forest": [0, 1], "quarry": [0, 1], "river": [0, 1]}}
    game = started(rules_for(2), given | {"seats": {0: {"figures": 10}, 1: {"figures": 8}}}, auto_chance=False)
    assert game.seat in (0, 1)
    while game.state.phase != "take-actions":
        game.play(game.legal()[0])
    assert "seat 0 has nowhere to put 1 figure, and is passed over" in texts_of(game)


# --- the heading ------------------------------------------------------------------------------------------------------


@needs(STYLE, ANIMALS, IGLOOS)
def test_the_heading_has_options_and_what_is_reconstructed():
    rules = sa.load(players=4, modules=[IGLOOS, STYLE, ANIMALS], options={STYLE: {"older-tiles": True, "trade-needed": "used"}})
    first, options, doubt = sa.Narrator(rules).heading(7)
    assert first == "4 players, base, igloos, style-is-the-goal, wild-animals, seed 7"
    assert "older-tiles true, step-at-end true, trade-needed used" in options
    assert re.search("4 igloo.*4 animal", doubt)
    assert [*sa.Narrator(rules_for(2)).heading(1)][1:] == ["options: edition 2018"]


# --- secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", some(EXTREMES, 3))
def test_nothing_told_to_a_viewer_names_what_another_owns_face_down(table):
    """Sentences, events and explanations of every step of random games, for each seat and for a spectator."""
    rules = rules_of(table)
    hidden = 0
    for seed in range(40 if LONG else 9):
        if hidden and not LONG:
            break
        game = random_game(rules, seed)
        narrators = {viewer: sa.Narrator(rules, viewer=viewer) for viewer in (None, *range(rules.players))}
        for number, events in enumerate(game.events()):
            state = game.state_after(number + 1)
            if not any(state.face_down) or state.is_over:
                continue
            down = [{*state.player(seat).face_down} for seat in range(rules.players)]
            for viewer, narrator in narrators.items():
                secret = set().union(*(ids for seat, ids in enumerate(down) if seat != viewer))
                hidden += bool(secret)
                texts = [narrator.sentence(event) for event in events]
                texts += [str(event.for_viewer(viewer).to_dict()) for event in events]
                if any(event.name == "own-hidden" for event in events):
                    texts.append(str(game.explain(number, viewer).to_dict()))
                    texts.append(str(game.explain(number, viewer)))
                said = set(re.findall(r"[\w-]+", " ".join(texts)))
                assert not said & secret, f"{table}, seed {seed}, step {number}, viewer {viewer}"
    assert hidden, "some seat has owned something face down"
