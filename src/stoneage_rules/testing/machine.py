"""A Hypothesis machine that plays from anywhere in a game, and after every step asks whether all that must hold does.

Example, the whole of a test file::

    from stoneage_rules.testing.machine import machine_for

    TestMachine = machine_for({"players": 3, "modules": ["my-module"]}).TestCase
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from stoneage_rules.authoring import invariants
from stoneage_rules.errors import InvalidAction
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.loading.load import load
from stoneage_rules.testing.strategies import PlayedOn, actions, answers

__all__ = ["RulesMachine", "machine_for"]


INVARIANT = "hypothesis_stateful_invariant"
"""The attribute that marks invariants for Hypothesis; all supported versions have it."""
NUMBERS = st.binary(min_size=1, max_size=40)
"""Lists of numbers that decide some answers."""


class RulesMachine(RuleBasedStateMachine):
    """Two games under the same rules, one of them started anywhere between set-up and end.

    Derive a class with a `table`, or several `tables`, and further rules and invariants of your own; `self.state` is the state,
    which is there whenever one of them is called.  Each example begins with a new random game; your invariants are asked
    at every state of it, and of every stretch that is played on.
    """

    table: ClassVar[Mapping[str, Any]] = {}
    """The arguments of `stoneage_rules.load`."""
    tables: ClassVar[Sequence[Mapping[str, Any]]] = ()
    """Several tables; each example draws one.  Instead of `table`."""

    ruleset: Ruleset
    games: Sequence[PlayedOn] = ()
    """Both games; none where the rules could not be loaded."""

    @classmethod
    def load_rules(cls, number: int) -> Ruleset:
        """Returns the rules of the table with a number, loaded once for a class, also if they cannot be loaded.

        Raises:
            ContentError: the table has errors.
            PluginError: a plugin has a mistake.
        """
        kept: dict[int, Ruleset | Exception] = cls.__dict__.get("_rules_kept") or {}
        cls._rules_kept = kept
        if number not in kept:
            try:
                kept[number] = load(**(cls.tables or (cls.table,))[number])
            except Exception as error:
                # Hypothesis tries a failing example some hundred times.
                kept[number] = error
        rules = kept[number]
        if isinstance(rules, Exception):
            raise rules.with_traceback(None)
        return rules

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Begins both games, and plays one of them on."""
        number = data.draw(st.integers(0, max(len(self.tables), 1) - 1))
        note(f"the table: {dict((self.tables or (self.table,))[number])}")
        self.ruleset = self.load_rules(number)
        self.games = PlayedOn(self.ruleset), PlayedOn(self.ruleset)
        self.game.play_on(*data.draw(answers()), self.own_invariants_hold)

    def own_invariants_hold(self) -> None:
        """Asks the invariants of a derived class, at a state in the middle of a stretch of answers."""
        for name in {*dir(type(self))} - {*dir(RulesMachine)}:
            own = getattr(getattr(type(self), name), INVARIANT, None)
            if own is not None and all(condition(self) for condition in own.preconditions):
                own.function(self)

    @property
    def game(self) -> PlayedOn:
        """The game that is asked about."""
        return self.games[0]

    @property
    def other(self) -> PlayedOn:
        """The game that is played in turn with it."""
        return self.games[1]

    @property
    def state(self) -> State:
        """The state of the first game."""
        return self.game.state

    # --- moving on ----------------------------------------------------------------------------------------------

    @precondition(lambda self: not self.state.is_over)
    @rule(numbers=NUMBERS)
    def go_on(self, numbers: bytes) -> None:
        """Moves on by some answers, so that a run sees more than one round."""
        self.game.play_on(numbers, look=self.own_invariants_hold)

    @rule(numbers=NUMBERS)
    def go_on_elsewhere(self, numbers: bytes) -> None:
        """Moves the other game on, which must not change this one."""
        self.other.play_on(numbers)

    # --- what must be equal -------------------------------------------------------------------------------------

    @rule()
    def every_invariant_holds(self) -> None:
        """Asks all invariants of the state."""
        invariants.check_state(self.state, invariants.ALL)

    @rule()
    def replaying_the_answers_gives_the_state(self) -> None:
        """Gives the answers once more in a new game."""
        if self.game.replayed() != self.state:
            raise AssertionError("the same answers, given in a new game, lead to another state")

    @rule()
    def loading_gives_what_was_saved(self) -> None:
        """Goes on with the state read from the save."""
        self.game.state = self.ruleset.state_from_dict(self.state.to_dict())

    # --- what is refused ----------------------------------------------------------------------------------------

    @rule(data=st.data())
    def whatever_can_be_read_is_legal_or_refused_with_reasons(self, data: st.DataObject) -> None:
        """Looks whether all ways of asking agree about an action that most rarely is legal."""
        try:
            action = self.ruleset.parse(data.draw(actions(self.state)))
        except InvalidAction:
            return
        if isinstance(action, Action):
            invariants.legality_agrees(self.state, [action])

    # --- always -------------------------------------------------------------------------------------------------

    @invariant()
    def holds(self) -> None:
        """Asserts the cheap invariants, and the odds of chance events."""
        invariants.check_state(self.state, {**invariants.CHEAP, "odds_are_certain": invariants.odds_are_certain})

    def teardown(self) -> None:
        """Prints the game, and looks whether the interleaved games went as they would have gone alone."""
        for game in self.games[:1]:
            note(game)
        for game in self.games:
            if not game.is_broken and game.replayed() != game.state:
                raise AssertionError("an interleaved game went another way than alone")


def machine_for(*tables: Mapping[str, Any]) -> type[RulesMachine]:
    """Returns a machine for tables, given as the arguments of `load`; its `TestCase` is the test."""
    return type("Machine", (RulesMachine,), {"tables": tables})
