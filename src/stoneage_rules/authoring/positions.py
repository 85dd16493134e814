"""Positions that are written in words: read, set up, and made a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any

import attrs

from stoneage_rules.authoring.random_games import EventRelay
from stoneage_rules.authoring.scenario_schema import EMPTY, SET_UP, Given, GivenSeat, Names, Then, in_a_line, out_of_range
from stoneage_rules.errors import IllegalAction, InvalidState, StoneAgeError
from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import Step, run_steps
from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import blank_state, state_from_dict, state_to_dict
from stoneage_rules.kernel.state import State
from stoneage_rules.language.faults import Fault
from stoneage_rules.language.forms import Structurer, number_faults, whole_number
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.effect_lists import EachSeatVerb, seat_order
from stoneage_rules.mechanics.items import verbs_in
from stoneage_rules.mechanics.placement import NextInOrder, PlaceFigures, PlaceVerb, ResolveVerb
from stoneage_rules.mechanics.placement_checks import PlaceLimited
from stoneage_rules.mechanics.rows import ROWS, Row
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import counted, first_of

# --- position reader ----------------------------------------------------------------------------------------------
#
# Reads positions: checks every key and value against the form of `given`, and every name against the table.


class PositionError(InvalidState):
    """An impossible position; `path` leads to the part of the input that is at fault."""

    def __init__(self, message: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.path = path


def read_position(rules: Ruleset, given: Mapping[Any, Any]) -> Given:
    """Reads a position passed to a function into its record.

    Raises:
        PositionError: a key, a value or a name is wrong; the message has every fault.
    """
    record, faults = Structurer({}, {}).structure(_as_toml(given), Given)
    faults = faults or [*out_of_range(record), *(names := Names(rules)).unknown(record), *impossible_in_position(names, record)]
    if faults:
        told = [f"{'.'.join(map(str, fault.path))}: {in_a_line(fault)}" for fault in faults]
        raise PositionError("; ".join(told), faults[0].path)
    assert isinstance(record, Given)
    return record


def _as_toml(value: Any) -> Any:
    """Converts a value to TOML types: keys become texts, and sequences become lists."""
    if isinstance(value, Mapping):
        return {str(whole_number(key)): _as_toml(inner) for key, inner in value.items()}
    return [_as_toml(inner) for inner in value] if isinstance(value, (list, tuple)) else whole_number(value)


def impossible_in_position(names: Names, position: Given | Then, path: TomlPath = ()) -> Iterator[Fault]:
    """Yields the faults of values that are impossible in their place, and of names that the forms do not find."""
    rules = names.rules
    if isinstance(position, Given):
        yield from _contradictions(position, path)
    placed: Mapping[str, Any] = position.figures or {}
    for place, figures in placed.items():
        if isinstance(figures, dict):
            found = [fault for seat in figures for fault in names.name("seat", seat, (*path, "figures", place, str(seat)))]
            yield from (attrs.evolve(fault, at_key=True) for fault in found)
        elif len(figures) != rules.players:
            label = f"{counted(len(figures), 'number')} of figures for {rules.players} seats"
            message = "a list that has not one number for each seat"
            yield Fault("SA207", message, label, path=(*path, "figures", place))
    rows = {space: rules.entries(ROWS)[rules.place(space).row] for space in names.known("space")}
    for space, item in (position.spaces or {}).items():
        if space in rows:
            fitting = [EMPTY, *(each.id for each in rules.items if each.kind == rows[space].kind)]
            yield from names.among(rules.kinds[rows[space].kind], item, fitting, (*path, "spaces", space))
    zones: Mapping[str, Any] = position.zones or {}
    for zone, items in zones.items():
        for index, item in enumerate(() if isinstance(items, int) else items):
            yield from names.name("item", item, (*path, "zones", zone, index))
    piles: Mapping[str, Any] = position.piles or {} if isinstance(position, Given) else {}
    for space, count in piles.items():
        if space in rows:
            # The topmost item of a full pile is open.
            yield from number_faults(count, {"least": 0, "most": max(0, rows[space].pile - 1)}, (*path, "piles", space))


def _contradictions(given: Given, path: TomlPath) -> Iterator[Fault]:
    """Yields the faults of keys that exclude the set-up or the end of the game."""
    wrong = {"round": "no round has begun", "acting": "the set-up stands at its first decision", "over": "it goes on"}
    where = "in the set-up"
    if given.phase != SET_UP:
        wrong, where = ({"acting": "nobody acts"} if given.over else {}), "in a game that is over"
    for key, why in wrong.items():
        if getattr(given, key) not in (None, False):
            yield Fault("SA207", f"a key that says nothing {where}", why, help="delete it", at_key=True, path=(*path, key))


# --- figure limits ------------------------------------------------------------------------------------------------
#
# Refuses figures of a position that no game can produce: over a limit, or still placed after all have come home.
#
# Reading saved states (`kernel.saving`) checks the circles of places and the number of figures of each seat.


def check_figures(state: State) -> None:
    """Refuses figures that cannot be where they are, in a state whose phase has not begun yet.

    Raises:
        PositionError: there are more than a limit allows, or they should be at home by now.
    """
    placed = [
        (seat, place)
        for place in state.rules.places
        for seat in range(state.rules.players)
        if state.occupied_by[seat] >> place.index & 1
    ]
    _check_home(state, placed)
    _check_limits(state, placed)


def _check_home(state: State, placed: list[tuple[int, Place]]) -> None:
    """Refuses figures away from home after the phase when all act, except those that stay."""
    acted = _acted_before(state.rules, state.phase_index)
    for seat, place in placed:
        if acted and not place.stays:
            raise PositionError(
                f"seat {seat} has figures on {place.id} in the phase {state.phase}, but in the phase {acted} before it all "
                f"figures have acted and come home from there",
                ("figures", place.id),
            )


def _acted_before(rules: Ruleset, phase: int) -> str:
    """Returns the id of an earlier phase when all figures acted, with no placing since; empty if there is none."""
    effects = {entry.name: entry.record.effects for entry in rules.content.of("phase")}
    for back in range(len(rules.phases)):
        id = rules.phases[phase - back].id
        if any(isinstance(inner, PlaceVerb) for effect in effects[id] for inner in verbs_in(effect)):
            return ""
        if back and any(map(_all_act, effects[id])):
            return id
    return ""


def _all_act(effect: Verb) -> bool:
    inner = effect.effects if isinstance(effect, EachSeatVerb) and not effect.if_ else ()
    return any(isinstance(verb, ResolveVerb) and not verb.if_ and not verb.places for verb in inner)


def _check_limits(state: State, placed: list[tuple[int, Place]]) -> None:
    """Places the figures on an empty board again, in any order that the limits allow; refuses those that no order allows."""
    rules = state.rules
    limits = [check for check in rules.handlers[rules.frames[PlaceFigures.name]].place_checks if isinstance(check, PlaceLimited)]
    board = state.copy()
    counts = {(seat, place): operations.lift(board, seat, place.index) for seat, place in placed}
    while counts:
        closing = {
            (seat, place): next((limit for limit in limits if not limit.allows(board, seat, place, count)), None)
            for (seat, place), count in counts.items()
        }
        seat, place = next((each for each, limit in closing.items() if limit is None), next(iter(closing)))
        limit = closing[seat, place]
        if limit is not None:
            reason = rules._reason(limit.tell(board, seat, place))
            raise PositionError(f"seat {seat} has figures on {place.id}, but {reason}", ("figures", place.id))
        operations.put(board, seat, place.index, counts.pop((seat, place)))


# --- item placement -----------------------------------------------------------------------------------------------
#
# Places every item of a position: where the position has it, else where the set-up left it, else with `dealt_to`.
#
# Reading saved states (`kernel.saving`) later checks that the whole position is possible.


ITEM_LISTS = {"items": "belongs to seat {}", "face_down": "lies face down before seat {}"}

Holder = tuple[dict[str, list[str]], str, Sequence[str] | None, str, TomlPath]
"""A list of items: its table and key, the items given for it or None, the phrase that names it, and the path to them."""


class ItemPlacement:
    """Places every item of a position: where the position has it, else where the set-up left it, else with `dealt_to`.

    Args:
        rules: the rules of the table.
        saved: the set-up as a saved state, which `place` changes.
        given: the position.
    """

    def __init__(self, rules: Ruleset, saved: dict[str, Any], given: Given) -> None:
        self.rules = rules
        self.saved = saved
        self.given = given
        self.rows = rules.entries(ROWS)
        self.zones: dict[str, list[str]] = saved["zones"]
        zones: Mapping[str, Any] = given.zones or {}
        self.given_zones: dict[str, Sequence[str]] = {zone: items for zone, items in zones.items() if not isinstance(items, int)}
        self.given_piles: Mapping[str, Any] = given.piles or {}
        places = {rules.places[place].id: saved["places"][rules.places[place].id] for row in self.rows for place in row.spaces}
        self.places: dict[str, dict[str, Any]] = places
        self.spaces = {place: [] if entry["item"] is None else [entry["item"]] for place, entry in places.items()}
        self.left: list[str] = []
        """Items that have no place yet."""
        dealt_to: Any = given.dealt_to or ()
        self.takers: Iterator[int] = cycle(dealt_to)
        """The seats that receive the remaining items, one after the other."""
        named = {item for _, _, items, _, _ in self.holders() for item in items or ()}
        self.given_zones |= {zone: self._first(zone, zones[zone], named) for zone in zones if zone not in self.given_zones}

    def _first(self, zone: str, count: int, named: set[str]) -> list[str]:
        """Returns a number of items of a zone that the position does not name."""
        free = [item for item in self.zones[zone] if item not in named]
        if count > len(free):
            raise PositionError(f"{zone} has only {len(free)} that are not named: list its items", ("zones", zone))
        return free[:count]

    def place(self) -> None:
        """Places all items.

        Raises:
            PositionError: two places are given for an item, or no place is left for one.
        """
        for space in self.clear():
            self.fill(space)
        for space, items in self.spaces.items():
            self.places[space]["item"] = items[0] if items else None
        self.fill_zones()
        self.give(self.left, "no place is left for {}")
        for row in self.rows:
            if row.pile and self.saved["phase"] is not None:  # in the set-up nothing may be laid out yet
                self.balance(row)

    def holders(self) -> Iterator[Holder]:
        """Yields every list of items: of the seats, the spaces and the zones."""
        seats = self.given.seats or {}
        for seat, entry in enumerate(self.saved["seats"]):
            for key, phrase in ITEM_LISTS.items():
                yield entry, key, getattr(seats.get(seat), key, None), phrase.format(seat), ("seats", str(seat), key)
        spaces = self.given.spaces or {}
        for place in self.spaces:
            item = spaces.get(place)
            given = None if item is None else [] if item == EMPTY else [item]
            yield self.spaces, place, given, f"lies on {place}", ("spaces", place)
        for zone in self.zones:
            yield self.zones, zone, self.given_zones.get(zone), f"is in {zone}", ("zones", zone)

    def clear(self) -> list[str]:
        """Puts all given items into their places, and takes them out of all others; returns the spaces left empty by that.

        Raises:
            PositionError: two places are given for an item.
        """
        claims: dict[str, str] = {}
        for _, _, given, phrase, path in self.holders():
            for item in given or ():
                if item in claims:
                    raise PositionError(f"`{item}` {phrase}, but it {claims[item]} as well", path)
                claims[item] = phrase
        full = [space for space, items in self.spaces.items() if items]
        for table, key, given, _, _ in self.holders():
            free = [item for item in table[key] if item not in claims]
            if given is not None:
                self.left += free
            table[key] = free if given is None else list(given)
        return [space for space in full if not self.spaces[space] and space not in (self.given.spaces or {})]

    def fill(self, space: str) -> None:
        """Puts the next item on a space whose set-up item is given elsewhere."""
        row = self.rows[self.rules.place(space).row]
        zone = self.rules.zones[row.zone]
        stock = [] if zone in self.given_zones else self.zones[zone]
        fitting = [item for item in (*self.left, *stock) if self.kind(item) == row.kind]
        if fitting:
            item = min(fitting, key=self.rules.item_index.__getitem__)
            (self.left if item in self.left else stock).remove(item)
            self.spaces[space] = [item]

    def kind(self, item: str) -> int:
        return self.rules.items[self.rules.item_index[item]].kind

    def fill_zones(self) -> None:
        """Puts items without a place back into the supply, unless its contents are given."""
        waiting, self.left = self.left, []
        for item in waiting:
            source = self.rules.zones[self.rules.sources[self.rules.item_index[item]]]
            (self.left if source in self.given_zones else self.zones[source]).append(item)
        for zone, items in self.zones.items():
            if self.rules.zones.index(zone) not in self.rules.queues:
                items.sort(key=self.rules.item_index.__getitem__)

    def give(self, items: Sequence[str], complaint: str, path: TomlPath = ("zones",)) -> None:
        """Gives items in turn to the seats that the position names; without names none are dealt."""
        if items and not self.given.dealt_to:
            more, them = (f" and {len(items) - 1} more", "they are") if len(items) > 1 else ("", "it is")
            own = {seat for seat, entry in (self.given.seats or {}).items() if entry.items is not None}
            seats = [seat for seat in range(self.rules.players) if seat not in own] or [0]
            mend = f"say where {them}, or to whom dealt: `dealt_to = {seats}`"
            raise PositionError(f"{complaint.format(f'`{items[0]}`{more}')}: {mend}", path)
        for item in items:
            self.saved["seats"][next(self.takers)]["items"].append(item)

    def balance(self, row: Row) -> None:
        """Adjusts the piles of a row, so that as many items are missing from them as the seats own."""
        piles = {self.rules.places[place].id: self.places[self.rules.places[place].id] for place in row.spaces}
        for place, entry in piles.items():
            entry["pile"] = self.given_piles.get(place, 0 if entry["item"] is None else entry["pile"])
            if entry["item"] is None and entry["pile"]:
                raise PositionError(f"{place} is empty, but {entry['pile']} lie beneath", ("piles", place))
        gone = row.pile * len(piles) - sum(entry["pile"] + (entry["item"] is not None) for entry in piles.values())
        owned = sum(self.kind(item) == row.kind for seat in self.saved["seats"] for key in ITEM_LISTS for item in seat[key])
        for _ in range(owned - gone):
            free = [entry for place, entry in piles.items() if place not in self.given_piles and entry["pile"]]
            if not free:
                label = f"seats own {owned} of the kind {self.rules.kinds[row.kind]}, but only {gone} have left the piles"
                raise PositionError(label, ("piles",))
            max(free, key=lambda entry: int(entry["pile"]))["pile"] -= 1
        if gone > owned:
            self.give_from(row, gone - owned)

    def give_from(self, row: Row, count: int) -> None:
        """Gives to seats the items that are missing from the piles."""
        zone = self.rules.zones[row.zone]
        if zone in self.given_zones:
            raise PositionError(f"{count} more have left the piles than seats own", ("piles",))
        stock = self.zones[zone]
        self.give(stock[:count], "{} must have left the piles", ("piles",))
        del stock[:count]


# --- steps --------------------------------------------------------------------------------------------------------
#
# Applies the steps of scenarios to a state: actions and outcomes in notation, with or without a leading seat.


MOST_SHOWN = 6
"""How many answers are shown of a question that the game waits with."""


def play(state: State, *steps: str) -> State:
    """Applies actions and outcomes in notation; `1: place ...` requires that seat 1 is the one to choose; returns the state.

    Raises:
        InvalidAction: a step cannot be read.
        IllegalAction: a step is refused, or it is another seat's choice.
    """
    for step in steps:
        seat, colon, _ = step.partition(":")
        if colon and seat.strip() != str(state.seat):
            raise IllegalAction(f"`{step}`: {_who(state)}, not seat {seat.strip()}")
        state.apply(answer_in(state.rules, step))
    return state


def answer_in(rules: Ruleset, step: str) -> Action | Outcome:
    """Returns the action or outcome of a step, without the seat in front of it.

    Raises:
        InvalidAction: it cannot be read.
    """
    seat, colon, text = step.partition(":")
    return rules.parse((text if colon else seat).strip())


def _who(state: State) -> str:
    return "the game is over" if state.seat is None else f"it is the turn of seat {state.seat}"


def waiting_for(state: State) -> str:
    """Returns the pending question of a game, with its answers: `the game waits for a draw from the deck: `draw civ-05``."""
    pending = state.pending
    if pending is None:
        return "the game is over"
    answers = [outcome for outcome, _ in state.outcomes()] if pending.is_chance else state.legal()
    texts = [f"`{answer.text}`" for answer in answers]
    question = f"for {pending.prompt}" if pending.is_chance else f"until seat {pending.seat} chooses {pending.prompt}"
    return f"the game waits {question}: {first_of(texts, MOST_SHOWN)}"


# --- set up -------------------------------------------------------------------------------------------------------


def played_set_up(rules: Ruleset, answers: Sequence[str], *, is_whole: bool) -> State:
    """Plays the set-up with given answers, and the first option or outcome of every other question.

    Args:
        rules: the rules of the game.
        answers: the answers to its decisions in their order, with those outcomes of chance that matter among them.
        is_whole: True for the state at the start of the first round, before its first phase does anything; False for that
            of the first decision after the answers, or of the next chance event if no decision follows.

    Raises:
        PositionError: an answer is none of the set-up's, or nothing is asked after the answers.
    """
    state, used = blank_state(rules), 0
    begun: list[State] = []
    chances: list[State] = []
    state._noted = EventRelay(lambda event: begun.append(state.copy()) if event[0] == "phase" else None)
    state.stack.append((rules._first_frame, state.first_seat))
    run_steps(state)
    while not begun and not state.is_over:
        if used == len(answers) and not is_whole:
            if not state.is_chance:
                return state.copy()
            chances.append(state.copy())
        if used < len(answers) and _is_meant(state, answers[used]):
            try:
                play(state, answers[used])
            except StoneAgeError as error:
                raise PositionError(str(error), ("set_up", used)) from error
            used += 1
        else:
            state.apply(state.outcomes()[0][0] if state.is_chance else state.legal()[0])
    if used < len(answers):
        raise PositionError(f"the set-up is over, or never asks for `{answers[used]}` here", ("set_up", used))
    if not is_whole and not chances:
        then = " after these answers" if answers else " and leaves nothing to chance"
        raise PositionError(f"the set-up asks nothing{then}", ("phase",))
    return (*chances, *begun, state)[0]


def _is_meant(state: State, answer: str) -> bool:
    """Returns whether an answer is meant for the pending question: outcomes may be left out, decisions may not."""
    return not state.is_chance or answer_in(state.rules, answer) in [outcome for outcome, _ in state.outcomes()]


# --- positions ----------------------------------------------------------------------------------------------------
#
# Makes states from a few facts in the words of the content, and describes states by all of their facts.
#
# Reading saved states (`kernel.saving`) finds contradictions.


def position(rules: Ruleset, given: Mapping[Any, Any]) -> State:
    """Makes a state from a few facts; its phase has begun and waits for a choice or for chance.

    All other facts are as after the set-up, with the first items of every supply drawn. The keys:

    - `round`, `phase` (its id) and `first` (the seat that starts); `acting` is the first seat of a phase that gives each seat a
      turn.  The phase `set-up` means the first decision of the set-up.
    - `set_up`: answers to the decisions of the set-up, by default the first option of each; `over`: True for a finished game.
    - `seats`: by seat `points`, `goods`, `tracks`, `figures`, `tools` (value and whether used, one by one), open `items`,
      `face_down` ones, open ones with an `unspent` use (by default all), and `marks` (by default those left by its figures).
    - `figures`: by place the figures there, as a list with one number per seat, or by seat.
    - `spaces`: by place the item there, or `none`; `piles`: by place the number of face-down items beneath.
    - `zones`: by zone all items in it, or the number of its first items that stay there.

    - `dealt_to`: the seats that receive leftover items, one by one; without it, no item may be left over.

    Raises:
        InvalidState: the position is impossible; the message names the contradiction.  It is a `PositionError` if the path
            to the faulty part is known.
    """
    return state_of(rules, read_position(rules, given))


def state_of(rules: Ruleset, given: Given, listen: Callable[[State], object] | None = None) -> State:
    """Returns the state of a position whose names are all known.

    Args:
        rules: the rules of the table.
        given: the position.
        listen: called with the state before its phase begins.

    Raises:
        InvalidState: as for `position`.
    """
    state = state_from_dict(rules, _placed(rules, given))
    if listen is not None:
        listen(state)
    if given.phase != SET_UP and not given.over:
        check_figures(state)
        _begin(state, given.acting)
    return state


def _placed(rules: Ruleset, given: Given) -> dict[str, Any]:
    """Returns a position as a saved state whose phase has not begun."""
    begun = played_set_up(rules, given.set_up, is_whole=given.phase != SET_UP)
    saved = state_to_dict(begun)
    if given.phase != SET_UP:
        saved.update(round=given.round or 1, phase=given.phase or rules.phases[0].id, stack=[], waiting=[])
    saved["first"] = begun.first_seat if given.first is None else given.first
    for seat, entry in (given.seats or {}).items():
        _write_seat(rules, saved["seats"][seat], entry)
    _share_tracks(rules, saved, given.seats or {})
    for place, figures in (given.figures or {}).items():
        by_seat = [figures.get(seat, 0) for seat in range(rules.players)] if isinstance(figures, Mapping) else figures
        saved["places"][place]["figures"] = by_seat
    _leave_marks(rules, saved, given.seats or {})
    ItemPlacement(rules, saved, given).place()
    return saved


def _leave_marks(rules: Ruleset, saved: dict[str, Any], seats: Mapping[int, GivenSeat]) -> None:
    """Gives seats the marks that their figures on the board have left, unless the marks of a seat are given."""
    for place in rules.places:
        left = [mark for bit, mark in enumerate(rules.marks) if place.marks >> bit & 1]
        for seat, count in enumerate(saved["places"][place.id]["figures"] if left else ()):
            if count and (seat not in seats or seats[seat].marks is None):
                saved["seats"][seat]["marks"] += left


def position_of(state: State) -> dict[str, Any]:
    """Returns all facts of a state in the words of `position`, and `at_home` besides; items without an order are sorted."""
    rules, saved = state.rules, state_to_dict(state)
    spaces = {place.id: saved["places"][place.id] for place in rules.places if place.row >= 0}
    return {
        "round": saved["round"],
        "phase": saved["phase"] or SET_UP,
        "first": saved["first"],
        "seats": {str(seat): {**entry, "at_home": state.at_home[seat]} for seat, entry in enumerate(saved["seats"])},
        "figures": {id: _by_seat(place["figures"]) for id, place in saved["places"].items()},
        "spaces": {id: space["item"] or EMPTY for id, space in spaces.items()},
        "piles": {id: space["pile"] for id, space in spaces.items()},
        "zones": saved["zones"],
    }


def _by_seat(values: Sequence[int]) -> dict[str, int]:
    return {str(seat): value for seat, value in enumerate(values)}


def _write_seat(rules: Ruleset, saved: dict[str, Any], given: GivenSeat) -> None:
    if given.items is not None:
        saved["unspent"] = [item for item in given.items if rules.item_index[item] in rules.later_use_bits]
    for key, value in attrs.asdict(given, recurse=False).items():
        if isinstance(value, Mapping):
            saved[key] = {**saved[key], **value}
        elif value is not None and key not in ITEM_LISTS:  # `ItemPlacement` still has to find the items of the set-up
            saved[key] = list(value) if isinstance(value, tuple) else value


def _share_tracks(rules: Ruleset, saved: dict[str, Any], given: Mapping[int, GivenSeat]) -> None:
    """Gives every seat the number that one seat has on a shared track."""
    for track in [rules.tracks[index] for index in rules.shared_tracks]:
        levels = {seat: entry.tracks[track] for seat, entry in given.items() if entry.tracks and track in entry.tracks}
        if len(set(levels.values())) > 1:
            seat = max(levels)
            raise PositionError(f"{track} has one marker for all seats", ("seats", seat, "tracks", track))
        for entry in saved["seats"] if levels else ():
            entry["tracks"][track] = min(levels.values())


def _begin(state: State, acting: Any) -> None:
    """Begins the phase of a state, at the seat that acts first if one is given."""
    rules = state.rules
    rounds = rules.frames["rounds"]
    handler = rules.handlers[rounds]
    assert isinstance(handler, Step)
    state.round -= state.phase_index == 0
    handler.step(state, (rounds, state.first_seat, state.phase_index))
    if acting is not None:
        _let_act(state, acting)
    phase = state.phase
    run_steps(state)
    if acting is not None and (acting, phase) != (state.seat, state.phase):
        where = "" if state.is_over else f" in the phase {state.phase}"
        raise PositionError(f"seat {acting} is asked nothing in the phase {phase}: {_who(state)}{where}", ("acting",))


TURNS = "each-seat", "each-seat-in-order", "next-placement", "next-in-order"
"""The steps that give each seat its turn; the steps before them, such as standing effects, run first."""


def _let_act(state: State, acting: int) -> None:
    """Skips the turns of the seats before the acting one."""
    rules = state.rules
    turns = [rules.frames[name] for name in TURNS]
    while state.stack and state.stack[-1][0] not in turns and (step := rules.steps[state.stack[-1][0]]) is not None:
        if rules.handlers[state.stack[-1][0]].is_root:
            break
        step(state, state.stack.pop())
    handler, first, *rest = state.stack[-1]
    if handler == rules.frames["each-seat"]:
        state.stack[-1] = handler, first, rest[0], (acting - first) % rules.players
    elif handler == rules.frames["each-seat-in-order"]:
        state.stack[-1] = handler, first, rest[0], seat_order(rest[2], rules.players).index(acting), rest[2]
    elif handler == rules.frames["next-placement"]:
        if not state.at_home[acting]:
            raise PositionError(f"seat {acting} cannot place: it has nobody at home", ("acting",))
        state.stack[-1] = handler, acting
    elif handler == rules.frames["next-in-order"]:
        in_order = rules.handlers[handler]
        assert isinstance(in_order, NextInOrder)
        state.stack[-1] = in_order.from_seat(state.stack[-1], acting)
    else:
        raise PositionError(f"in the phase {state.phase} the seats do not act one after the other", ("acting",))
