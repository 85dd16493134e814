"""The functions that the proofs of sharing run in another process: importable there, so no test stands in here."""

from __future__ import annotations

import pickle
import random
from multiprocessing.connection import Connection

from properties.play import play

AHEAD = 200
"""Steps that both processes play on."""


def in_another_process(connection: Connection) -> None:
    """Unpickles a state, an action and an outcome, plays on, and reports what came of it."""
    state, action, outcome = pickle.loads(connection.recv())
    rules = state.rules
    same = rules.parse(action.text) is action and rules.actions[action.index] is action
    same = same and action.rules is rules and rules.parse(outcome.text) is outcome
    given = play(state, random.Random(9), AHEAD)
    connection.send((rules.digest, same, action.index, [str(answer) for answer in given], state.key(), pickle.dumps(state)))
