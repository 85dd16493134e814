"""Errors cross the borders of processes with all that they carry."""

from __future__ import annotations

import copy
import pickle

import pytest

import stoneage_rules as sa
from play.positions import first_choice
from stoneage_rules import errors
from unsafe import UNSAFE
from writing import base_with

ERRORS = [
    errors.StoneAgeError("a"),
    errors.EndlessGame("a"),
    errors.ContentError(["d"], "shown", {"a.toml": "x = 1"}),
    errors.PluginError("a"),
    errors.PolicyError("a"),
    errors.TooManyOptions("a"),
    errors.InvalidAction("a"),
    errors.IllegalAction("a", ["r"]),
    errors.UnknownName("a"),
    errors.InvalidState("a"),
    errors.ListenerError(["e"]),
    errors.RecordError("a", line=3, game="the part before"),
    errors.WorkerDied("a"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("sent", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy], ids=["pickled", "copied"])
def test_an_error_arrives_as_it_was(error: errors.StoneAgeError, sent) -> None:
    arrived = sent(error)
    assert (type(arrived), str(arrived), arrived.args) == (type(error), str(error), error.args)
    assert vars(arrived) == vars(error)


def test_every_error_is_tried() -> None:
    assert {type(error) for error in ERRORS} == {
        kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)
    }


def test_the_findings_of_a_pack_arrive() -> None:
    with pytest.raises(sa.ContentError) as refused:
        sa.load(players=9, modules=[])
    arrived = pickle.loads(pickle.dumps(refused.value))
    assert arrived.diagnostics == refused.value.diagnostics
    assert [found.code for found in arrived.diagnostics] == ["SA302"]


def test_the_reasons_of_a_refusal_arrive() -> None:
    state = first_choice(sa.load(players=2))
    with pytest.raises(sa.IllegalAction) as refused:
        state.apply(state.rules.parse("place hut 1"))
    arrived = pickle.loads(pickle.dumps(refused.value))
    assert list(map(str, arrived.reasons)) == list(map(str, refused.value.reasons))
    assert arrived.reasons


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_no_error_steers_a_terminal(error: errors.StoneAgeError) -> None:
    evil = copy.copy(error)
    evil.args = ("first\nsecond" + "".join(sorted(UNSAFE - {"\n"})) + "\U0001f9b4",)
    assert str(evil) == "first\nsecond" + "\ufffd" * (len(UNSAFE) - 1) + "\U0001f9b4"


def test_the_keys_of_a_hostile_pack_do_not_steer_a_terminal() -> None:
    with pytest.raises(sa.ContentError) as refused:
        base_with('[["\\u001b]0;owned\\u0007"]]\nid = "\\u001b[2J"\n')
    assert UNSAFE & set(str(refused.value)) == {"\n"}
