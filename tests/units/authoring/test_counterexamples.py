"""Counterexamples of properties: what is shown where no position is equal to the beginning of a round."""

from __future__ import annotations

from stoneage_rules.authoring.counterexamples import Failure


def test_without_a_position_all_steps_are_shown() -> None:
    """The set-up has decisions, so no position stands for its middle."""
    failure = Failure(2, 7, 0, "it is not so", ("0: take a", "1: take b"), do=("0: take a", "1: take b"))
    assert [*failure.scenario()][3:] == ['given.phase = "set-up"', "do = [", '    "0: take a", "1: take b",', "]"]
