"""Public values as data: what is written is read back, fits the schema that their class has, and nothing else is read."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import jsonschema
import pytest

import stoneage_rules as sa
from properties.play import states
from properties.tables import name_of, rules_of
from shipped import HERE
from writing import base_pack

NAMES = ("base-2", name_of(HERE, 3))


@cache
def values(name: str) -> tuple[Any, ...]:
    """Public values of all sorts that occur in a game, except definitions."""
    rules, source = rules_of(name), random.Random(name)
    game = sa.Game(rules, seed=11)
    found: list[Any] = []
    while not game.is_over:
        state, legal = game.state, game.legal()
        if source.random() < 0.1:
            found += [state.pending, state.score_sheet(0), *state.players, game.view(0).player(1)]
            found += state.why_not(rules.actions[int(source.random() * len(rules.actions))])
        game.play(legal[int(source.random() * len(legal))])
    for events in game.events()[::9]:
        found += [event.for_viewer(viewer) for event in events for viewer in (0, "all")]
    found += [game.explain(number, viewer) for number in range(5, game.length, game.length // 3) for viewer in (0, "all")]
    found += [rules.bounds, *game.sentences()[::9]]
    return (*filter(None, found), *map(game.score_sheet, range(rules.players)))


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_read_back_and_fits_its_schema(name: str) -> None:
    kinds = {type(value) for value in values(name)}
    validators = {kind: jsonschema.Draft7Validator(kind.schema()) for kind in kinds}
    for value in values(name):
        kind, data = type(value), json.loads(json.dumps(value.to_dict()))
        again = kind.from_dict(data)
        assert again.to_dict() == value.to_dict() == data
        assert again == value or isinstance(value, (sa.Event, sa.Explanation, sa.Pending)), "these keep less in data"
        validators[kind].validate(data)
    assert kinds == {
        sa.Event, sa.Explanation, sa.GameBounds, sa.Pending, sa.Player, sa.Reason, sa.ScoreSheet, sa.Sentence
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_view_is_read_back_as_typed_data(name: str) -> None:
    rules, source = rules_of(name), random.Random(name)
    validator = jsonschema.Draft7Validator(sa.ViewData.schema())
    assert sa.View.schema() == sa.ViewData.schema()
    for state in states(rules, 1):
        if source.random() > 0.05:
            continue
        for seat in range(rules.players):
            view, text = state.view(seat), json.dumps(state.view(seat).to_dict())
            data = sa.ViewData.from_dict(json.loads(text))
            assert json.dumps(data.to_dict()) == text
            assert data == sa.ViewData.from_dict(view.to_dict())
            validator.validate(json.loads(text))
            player = view.player(seat)
            assert (data.seats[seat].goods, data.seats[seat].tools) == (player.goods, player.tools)
            assert {id: place.item for id, place in data.places.items()} == {
                place.id: view.item_on(place.id) for place in rules.places
            }
            assert (data.viewer, data.phase, data.scores) == (seat, view.phase, view.scores)


@pytest.mark.parametrize("name", NAMES)
def test_a_definition_is_read_back(name: str) -> None:
    validator = jsonschema.Draft7Validator(sa.DefinitionData.schema())
    for kind in rules_of(name).content.entries:
        for one in rules_of(name).definitions(kind):
            data = json.loads(json.dumps(one.to_dict()))
            read = sa.DefinitionData.from_dict(data)
            assert read.to_dict() == data
            assert (read.id, read.words, read.statements, read.sentences) == (one.id, one.words, one.statements, one.sentences)
            validator.validate(data)


def test_findings_are_read_back() -> None:
    pack = base_pack('[[limit]]\nid = "few"\nat_mots = 3\n')
    with pytest.raises(sa.ContentError) as error:
        sa.load(modules=[str(pack)])
    for finding in error.value.diagnostics:
        data = json.loads(json.dumps(finding.to_dict()))
        assert type(finding).from_dict(data) == finding
        jsonschema.Draft7Validator(finding.schema()).validate(data)
        assert data["place"]["line"] == finding.place.span.line


def reason() -> dict[str, Any]:
    rules = sa.load(players=2)
    return rules.initial_state().why_not(rules.parse("pass"))[0].to_dict()


WRONG = {
    "a number as text": ({"points": "3"}, r"expected integer @ ViewData\.seats\[1\]\.points"),
    "a fraction": ({"points": 3.0}, r"expected integer @ ViewData\.seats\[1\]\.points"),
    "a truth as number": ({"points": True}, r"expected integer @ ViewData\.seats\[1\]\.points"),
    "a text as list": ({"items": "abc"}, "no ViewData has these data"),
    "a number too many": ({"tools": [[1, False, 2]]}, r"ViewData\.seats\[1\]\.tools"),
    "no table": ({"goods": [["wood", 1]]}, r"ViewData\.seats\[1\]\.goods"),
    "another key": ({"gold": 1}, r"extra fields found \(gold\) @ ViewData\.seats\[1\]"),
    "no seat": (None, r"expected SeatData @ ViewData\.seats\[1\]"),
    "a part missing": ({"points": None}, r"ViewData\.seats\[1\]\.points"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused_with_its_path(name: str) -> None:
    changes, message = WRONG[name]
    data = json.loads(json.dumps(sa.load(players=2).initial_state().view(0).to_dict()))
    data["seats"][1] = changes and {**data["seats"][1], **changes}
    with pytest.raises(ValueError, match=message):
        sa.ViewData.from_dict(data)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("format",), "integer"),
        (("phase",), "string or null"),
        (("pending",), "Pending or null"),
        (("seats",), "array"),
        (("is_over",), "boolean"),
        (("seats", 0, "points"), "integer"),
        (("places", "hunt"), "PlaceData"),
    ],
)
def test_what_is_expected_is_told_in_words_of_json(path: tuple[str | int, ...], expected: str) -> None:
    data = part = json.loads(json.dumps(sa.load(players=2).initial_state().view(0).to_dict()))
    *way, last = path
    for key in way:
        part = part[key]
    part[last] = 1.5
    with pytest.raises(ValueError, match=rf"invalid value for type, expected {expected} @ ViewData\.{path[0]}"):
        sa.ViewData.from_dict(data)


def test_a_key_that_is_missing_is_named() -> None:
    data = reason()
    del data["found"]
    with pytest.raises(ValueError, match="found"):
        sa.Reason.from_dict(data)


EVENT: dict[str, Any] = {"event": "roll", "seat": 0, "round": 1}
EXPLAINED = {"text": "", "statements": []}


@pytest.mark.parametrize(
    ("kind", "data", "paths"),
    [
        (sa.Event, {"name": 3}, ["Event.event", "Event.seat"]),
        (sa.Event, {"event": 3, "seat": 0}, ["Event.event"]),
        (sa.many.Difference, {}, ["Difference.name"]),
    ],
)
def test_what_is_wrong_is_told_by_the_keys_of_json(kind: Any, data: dict[str, Any], paths: list[str]) -> None:
    with pytest.raises(ValueError, match=" @ ") as error:
        kind.from_dict(data)
    told = [part.rpartition(" @ ")[2] for part in str(error.value).split("; ")]
    assert told[: len(paths)] == paths


def test_parts_that_stand_beside_others_have_no_key_in_a_path() -> None:
    game = sa.Game(sa.load(players=2), seed=1)
    data = json.loads(json.dumps(game.explain(1).to_dict()))
    data["events"][0]["event"] = 5
    with pytest.raises(ValueError, match=r"@ Explanation\.events\[0\]\.event$"):
        sa.Explanation.from_dict(data)
    data["events"][0] = 5
    with pytest.raises(ValueError, match=r"expected ExplainedEvent @ Explanation\.events\[0\]$"):
        sa.Explanation.from_dict(data)


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


NO_DATA: dict[str, tuple[Any, str]] = {
    "a number": (5, "it is no table"),
    "null": (None, "it is no table"),
    "a truth": (True, "it is no table"),
    "a fraction": (1.5, "it is no table"),
    "a text": ("x", "it is no table"),
    "a list": ([], "it is no table"),
    "a key that is no text": ({**EVENT, "item": {1: 2}}, "it has a key that is no text"),
    "a set": ({**EVENT, "item": {1}}, "not JSON serializable"),
    "no number": ({**EVENT, "item": float("nan")}, "not JSON compliant"),
    "a long number": ({**EVENT, "round": 10**400}, "more than 1024 bits"),
    "a longer number": ({**EVENT, "round": -(10**5000)}, "more than 1024 bits"),
    "a long text": ({**EVENT, "item": "x" * 10_001}, "a text of more than 10000 characters"),
    "a long key": ({**EVENT, "x" * 10_001: 1}, "a text of more than 10000 characters"),
    "a deep list": ({**EVENT, "item": nested(41)}, "nested more than 40 deep"),
    "a deeper list": ({**EVENT, "item": nested(900)}, "nested more than 40 deep"),
}


@pytest.mark.parametrize("kind", [sa.Event, sa.Reason, sa.Pending, sa.ScoreSheet, sa.Seat, sa.Table, sa.many.Simulation])
@pytest.mark.parametrize("name", NO_DATA)
def test_what_cannot_be_data_of_anything_is_a_value_error(kind: Any, name: str) -> None:
    data, message = NO_DATA[name]
    if kind is sa.Table and "not JSON" in message:
        message = "a key that nothing reads"  # tables have the values of TOML
    with pytest.raises(ValueError, match=message):
        kind.from_dict(data)


@pytest.mark.parametrize("name", NO_DATA)
def test_what_cannot_be_data_of_anything_is_no_state(name: str) -> None:
    rules = sa.load(players=2)
    data, _ = NO_DATA[name]
    saved = rules.initial_state().to_dict() | data if isinstance(data, dict) else data
    with pytest.raises(sa.InvalidState):
        rules.state_from_dict(saved)


def test_what_is_allowed_is_read() -> None:
    """Right up to the bounds; a message stays short."""
    item = {"item": nested(39), "long": "x" * 10_000, "number": 2**1023 - 1, "less": -(2**1023)}
    assert sa.Event.from_dict(EVENT | item).to_dict() == EVENT | item
    with pytest.raises(ValueError, match="extra fields") as error:
        sa.Seat.from_dict({f"\x1b{number}": number for number in range(10_000)})
    assert len(str(error.value)) <= 1000
    assert "\x1b" not in str(error.value)


def test_data_of_another_value_are_refused() -> None:
    with pytest.raises(ValueError, match="ScoreSheet"):
        sa.ScoreSheet.from_dict(reason())
