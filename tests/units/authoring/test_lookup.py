"""Wrong seats, ids and kinds are refused in a sentence that names what there is, and the nearest word."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import stoneage_rules as sa
from play.positions import first_choice
from properties.play import states
from properties.tables import rules_of
from stoneage_rules.authoring import explain
from unsafe import UNSAFE

RULES = rules_of("base-2")
STATE = first_choice(RULES)
HUT = RULES.parse("place hut 2")

SEATS = "there is no seat {}; seats are 0 to 1"
PLACES = (
    "There are hunt, forest, clay-pit, quarry, river, toolmaker-hut, hut, fields, "
    "card-1, card-2, card-3, card-4, building-1, building-2"
)
GOODS = "There are food, wood, clay, stone, gold"

OF_SEATS: dict[str, Callable[[int], object]] = {
    "score_sheet": STATE.score_sheet,
    "good": lambda seat: STATE.good(seat, "food"),
    "track": lambda seat: STATE.track(seat, "agriculture"),
    "tools": STATE.tools,
    "player": STATE.player,
    "view": STATE.view,
    "why_not": lambda seat: STATE.why_not(HUT, seat),
}

OF_NAMES: dict[str, tuple[Callable[[], object], str]] = {
    "good": (lambda: STATE.good(0, "wod"), f"no good is called `wod`; did you mean `wood`? {GOODS}"),
    "track": (
        lambda: STATE.track(0, "agricultre"),
        "no track is called `agricultre`; did you mean `agriculture`? There is agriculture",
    ),
    "unseen": (lambda: STATE.unseen("dek"), "no zone is called `dek`; did you mean `deck`? There are deck, tile-supply"),
    "item_on": (lambda: STATE.item_on("card-9"), f"no place is called `card-9`; t{PLACES[1:]}"),
    "place": (lambda: RULES.place("hutt"), f"no place is called `hutt`; did you mean `hut`? {PLACES}"),
    "no text": (lambda: STATE.good(0, 3), f"no good is called `3`; t{GOODS[1:]}"),  # type: ignore[arg-type]
    "no name at all": (lambda: STATE.good(0, []), f"no good is called `[]`; t{GOODS[1:]}"),  # type: ignore[arg-type]
    "a long text": (lambda: STATE.good(0, "x" * 999), f"no good is called `{'x' * 57}...`; t{GOODS[1:]}"),
    "a colour": (lambda: STATE.good(0, "\x1b[31mwood"), f"no good is called `?[31mwood`; t{GOODS[1:]}"),
}

KINDS = "There are decline, pay, pick, place, resolve, starve, take, tools, use"

TEXT: Any = "place hut 2"
NO_ACTION = "'place hut 2' is no action or outcome of these rules; rules.parse(text) makes one"
OF_ACTIONS: dict[str, tuple[Callable[[], object], str]] = {
    "actions_of": (lambda: RULES.actions_of("plaec"), f"`plaec` is no kind of action; did you mean `place`? {KINDS}"),
    "an outcome": (lambda: RULES.actions_of("roll"), f"`roll` is no kind of action; t{KINDS[1:]}"),
    "action": (lambda: RULES.action("plaec", "hut", 2), f"`plaec` is no kind of action; did you mean `place`? {KINDS}"),
    "an argument": (
        lambda: RULES.action("place", "hutt", 2),
        f"`place hutt 2` cannot be read: no place is called `hutt`; did you mean `hut`? {PLACES}; "
        "the form is `place PLACE NUMBER`",
    ),
    "a number as a text": (
        lambda: RULES.action("place", "hut", "2"),
        "`place` cannot have ('hut', '2'); the form is `place PLACE NUMBER`",
    ),
    "a text applied": (lambda: STATE.apply(TEXT), NO_ACTION),
    "a text asked for": (lambda: STATE.is_legal(TEXT), NO_ACTION),
    "a text seen": (lambda: STATE.seen_by(TEXT), NO_ACTION),
    "a text described": (lambda: RULES.describe(TEXT, STATE), NO_ACTION),
    "an action of other rules": (
        lambda: STATE.is_legal(rules_of("base-3").parse(TEXT)),
        NO_ACTION.replace(repr(TEXT), "<Action 'place hut 2'>"),
    ),
}


@pytest.mark.parametrize("seat", ["0", None, 1.0, 0.5, [0]])
@pytest.mark.parametrize("method", OF_SEATS)
def test_what_is_no_number_is_no_seat(method: str, seat: Any) -> None:
    if method in ("why_not", "view") and seat is None:
        return  # it asks for nobody in particular, or shows what a spectator sees
    with pytest.raises(sa.UnknownName, match="there is no seat"):
        OF_SEATS[method](seat)


@attrs.frozen
class Numbered:
    """A whole number of another type, as arrays have them."""

    number: int

    def __index__(self) -> int:
        return self.number


@pytest.mark.parametrize("number", [0, 1])
def test_a_seat_may_come_from_an_array_and_is_an_int_then(number: int) -> None:
    seat: Any = Numbered(number)
    assert STATE.view(seat) == STATE.view(number)
    assert type(STATE.view(seat).viewer) is type(STATE.player(seat).seat) is int


@pytest.mark.parametrize("case", OF_NAMES)
def test_a_name_that_is_not_there(case: str) -> None:
    call, message = OF_NAMES[case]
    with pytest.raises(sa.UnknownName) as refused:
        call()
    assert str(refused.value).replace("\ufffd", "?") == message
    assert isinstance(refused.value, ValueError)
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


@pytest.mark.parametrize("case", OF_ACTIONS)
def test_an_action_that_is_not_there(case: str) -> None:
    call, message = OF_ACTIONS[case]
    with pytest.raises(sa.InvalidAction) as refused:
        call()
    assert str(refused.value) == message


def test_a_view_refuses_what_its_state_refuses() -> None:
    view = STATE.view(0)
    for call in (lambda: view.good(-1, "food"), lambda: view.good(0, "wod"), lambda: view.player(2), lambda: view.pile("hutt")):
        with pytest.raises(sa.UnknownName):
            call()


def test_a_state_equals_states_alone() -> None:
    state = RULES.initial_state()
    assert state == state.copy()
    assert (state == state.view(0), state == state.to_dict(), state == "state") == (False, False, False)


def test_a_kind_without_actions_at_this_table_is_known() -> None:
    """No enabled module gives or adds anything; the words are known all the same."""
    assert RULES.actions_of("add") == RULES.actions_of("give") == ()
    assert {action.kind for kind in RULES.kinds_of_action for action in RULES.actions_of(kind)} >= {"place", "pay", "tools"}


def test_piles_and_tools_are_read_by_name() -> None:
    assert (STATE.pile("building-1"), STATE.pile("hut"), STATE.tools(1)) == (6, 0, ())
    assert STATE.tools(0) == STATE.player(0).tools


READERS: dict[str, tuple[Callable[[str], object], str]] = {
    "good": (lambda id: STATE.good(0, id), "good"),
    "track": (lambda id: STATE.track(0, id), "track"),
    "unseen": (STATE.unseen, "zone"),
    "figures_at": (STATE.figures_at, "place"),
    "item_on": (STATE.item_on, "place"),
    "pile": (STATE.pile, "place"),
    "place": (RULES.place, "place"),
    "item": (RULES.item, "item"),
    "item_record": (RULES.item_record, "item"),
    "location": (RULES.location, "place"),
    "good of content": (RULES.good, "good"),
    "track of content": (RULES.track, "track"),
    "items_of": (RULES.items_of, "kind"),
}


@given(st.text(max_size=12))
@pytest.mark.parametrize("name", READERS)
def test_any_text_is_a_name_or_refused(name: str, text: str) -> None:
    """In one line, with no character that could steer a terminal."""
    call, noun = READERS[name]
    if text in RULES.words[noun]:
        call(text)
        return
    with pytest.raises(sa.UnknownName) as refused:
        call(text)
    assert UNSAFE.isdisjoint(str(refused.value))
    assert all(id in str(refused.value) for id in [*RULES.words[noun]][:5])


@given(st.integers())
@example(-1)
@example(2)
@pytest.mark.parametrize("method", OF_SEATS)
def test_any_number_is_a_seat_or_refused(method: str, seat: int) -> None:
    if seat in (0, 1):
        OF_SEATS[method](seat)
        return
    with pytest.raises(sa.UnknownName, match=f"^{SEATS.format(seat)}$"):
        OF_SEATS[method](seat)


OF_GAMES: dict[str, tuple[Callable[[], object], str]] = {
    "play": (lambda: sa.Game(RULES, 1).play("place hut 2", 9), SEATS.format(9)),
    "undo": (lambda: sa.Game(RULES, 1).undo(1, 9), SEATS.format(9)),
    "undo of several": (lambda: sa.Game(RULES, 1).undo(1, [0, 2]), SEATS.format(2)),
    "viewer of a step": (lambda: sa.Game(RULES, 1).explain(0, viewer=9), SEATS.format(9)),
    "viewer": (lambda: sa.Narrator(RULES, viewer=9), SEATS.format(9)),
    "spectator": (lambda: sa.Narrator(RULES, viewer=-1), SEATS.format(-1)),
    "log_for": (lambda: sa.Game(RULES, 1).log_for(-1), SEATS.format(-1)),
    "state_after": (lambda: sa.Game(RULES, 1).state_after(99), "6 steps have been taken; one can go back to step 0 to 6, not 99"),
    "policy": (
        lambda: sa.policies.make_policy("sensibel"),
        "no policy is called `sensibel`; did you mean `sensible`? There are random, sensible, starving, thoughtful",
    ),
}


@pytest.mark.parametrize("case", OF_GAMES)
def test_games_and_policies_say_what_there_is(case: str) -> None:
    call, message = OF_GAMES[case]
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()


def test_a_player_is_told_in_the_words_of_the_content() -> None:
    """With the figures on each place, and the marks."""
    placed = STATE.after(HUT)
    assert (placed.player(0).placed, placed.player(0).at_home, placed.player(1).placed) == ({"hut": 2}, 3, {})
    marks: set[str] = set()
    for state in states(rules_of("all-5"), 4):
        players = [state.player(seat) for seat in range(5)]
        for place in state.rules.places:
            assert state.figures_at(place.id) == tuple(player.placed.get(place.id, 0) for player in players)
        for seat, player in enumerate(players):
            assert sum(player.placed.values()) + player.at_home == player.figures
            assert sum(1 << state.rules.marks.index(mark) for mark in player.marks) == state.marks[seat]
            marks.update(player.marks)
    assert marks == {*rules_of("all-5").marks}


OF_VALUES = {
    "limitt base:village-places": "no kind of record is called `limitt`; did you mean `limit`? There are ",
    "limit base:vilage-places": "no limit is called `base:vilage-places`; did you mean `base:village-places`?",
    "limit base:village-places at_mots": "limit base:village-places has no `at_mots`; did you mean `at_most`?",
    "limit": "a value is named by kind, id and path, such as `KIND PACK:ID PATH`; kinds are ",
}


@pytest.mark.parametrize("address", OF_VALUES)
def test_the_history_of_no_value(address: str) -> None:
    with pytest.raises(sa.UnknownName) as refused:
        explain.why(RULES, address)
    assert str(refused.value).startswith(OF_VALUES[address])
