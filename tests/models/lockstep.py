"""Plays random games by the models and by the library at once, and stops where they disagree.

    PYTHONPATH=tests python -m models.lockstep --mutants 5000 --seed 1 --jobs 2 --of style-is-the-goal

At every decision the options must be the same, at every chance event the outcomes with their odds; after every step all that
lies on the table; after every round the score lines, totals and tie-breaks, and at the end the winners.  A game follows from
the seed and its number; one with a disagreement is kept, and `--again FILE` plays it again.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from functools import partial

from fuzz.driver import Mutant, Subject, main
from models import compared
from models.questions import Choice
from models.tables import ALL, BASE, PARTS, drawn, new_model, rules_of, table_of

EQUAL_ROLLS = {}
"""The lists of rolls, which both sides keep, that were compared and found equal."""
RELUCTANT = ("decline", "starve", "take-back", "skip")
BATCH = 10
"""The number of games in a row that are played at one table, whose rules take as long to load as a game or two."""


class Disagreement(Exception):
    """Raised where model and library differ; its text says in what."""


class Lockstep:
    """One game, played twice at once."""

    def __init__(self, modules, settings, seed, extra=()):
        self.model = new_model(modules, settings)
        self.state = rules_of(modules, extra, **settings).initial_state()
        self.source = random.Random(seed)
        self.likes_variety = self.source.random() < 0.5
        self.answers = []
        self.counts = Counter()

    def play(self):
        """Plays to the end; returns how much was compared.

        Raises:
            Disagreement: at the first difference.
        """
        questions = self.model.play()
        question = next(questions)
        while question is not None:
            if self.state.is_over:
                raise Disagreement(f"the library's game is over, the model asks {question}")
            answer = self.answer_to(question)
            round_before = self.state.round
            self.state.apply(answer)
            self.answers.append(answer.text)
            question = _sent(questions, answer.text)
            self.compare_positions()
            if self.state.round != round_before:
                self.compare("scores", compared.scored_by_library(self.state), compared.scored_by_model(self.model))
        if not self.state.is_over:
            raise Disagreement("the model's game is over, the library's is not")
        self.compare("scores", compared.scored_by_library(self.state), compared.scored_by_model(self.model))
        self.compare("winners", compared.won_in_library(self.state), compared.won_in_model(self.model))
        return self.counts + Counter(games=1, steps=len(self.answers))

    def answer_to(self, question):
        """Compares what can come next, and draws an answer."""
        if isinstance(question, Choice):
            legal = self.state.legal()
            self.compare("seat to choose", self.state.seat, question.seat)
            self.compare("options", {action.text for action in legal}, question.options)
            self.counts.update(decisions=1, options=len(legal))
            answer = self.pick(legal)
        else:
            outcomes = self.state.outcomes()
            self.compare_odds(outcomes, question.odds)
            self.counts.update(chances=1, outcomes=len(outcomes))
            answer = self.state.sample(self.source)
        self.counts[f"answers `{answer.kind}`"] += 1
        return answer

    def pick(self, legal):
        """Draws an action: in half of the games a kind first, so that what is rare comes about more often."""
        if self.likes_variety:
            kinds = sorted({action.kind for action in legal})
            eager = [kind for kind in kinds if kind not in RELUCTANT]
            kind = drawn(eager if eager and self.source.random() < 0.8 else kinds, self.source)
            legal = [action for action in legal if action.kind == kind]
        return drawn(legal, self.source)

    def compare_odds(self, outcomes, odds):
        """Compares the outcomes and their probabilities, but not two lists of a roll that were equal before."""
        known = EQUAL_ROLLS.get(id(outcomes))
        if known is None or known[1] is not odds:
            self.compare("outcomes", {outcome.text: chance for outcome, chance in outcomes}, odds)
            if next(iter(odds)).startswith("roll"):
                EQUAL_ROLLS[id(outcomes)] = outcomes, odds

    def compare_positions(self):
        """Compares all that lies on the table, from the first round on: boards are laid out in another order."""
        if self.model.round:
            self.counts["positions"] += 1
            self.compare("position", compared.shown_by_library(self.state), compared.shown_by_model(self.model))

    def compare(self, what, library, model):
        """Compares one thing.

        Raises:
            Disagreement: they differ.
        """
        if library != model:
            raise Disagreement("\n".join(differences(what, library, model)))


def _sent(questions, answer):
    """Sends an answer; returns the next question, None at the end."""
    try:
        return questions.send(answer)
    except StopIteration:
        return None


def differences(path, library, model):
    """Names every place where two values differ."""
    both = {type(library), type(model)}
    if both == {dict} and library.keys() == model.keys():
        for key in library:
            yield from differences(f"{path} {key}", library[key], model[key])
    elif both <= {list, tuple} and len(library) == len(model):
        for index, pair in enumerate(zip(library, model, strict=True)):
            yield from differences(f"{path} {index}", *pair)
    elif both <= {set, dict}:
        for where, others in ((library, model), (model, library)):
            alone = sorted(where - others if both == {set} else where.keys() - others.keys())
            yield f"{path}: the {'library' if where is library else 'model'} alone has {alone[:12]}"
    elif library != model:
        yield f"{path}: {library} in the library, {model} in the model"


# --- many games -------------------------------------------------------------------------------------------------


def game_of(module, seed, number, extra=()):
    """Returns the game of a seed and a number."""
    return Lockstep(*table_of(module, number // BATCH), f"{module} {seed} {number}", extra)


def make(module, seed, number):
    """Names a game by its seed and number."""
    return Mutant(module, f"game {number}", seed, number)


def attempt(mutant):
    """Plays a game; a disagreement tells how it came about."""
    game = game_of(mutant.table, mutant.seed, mutant.data)
    try:
        return game.play()
    except Disagreement as found:
        raise Disagreement(f"{game.state}\nafter {'; '.join(game.answers[-12:])}\n{found}") from None


GAMES = {module: Subject(partial(make, module), attempt) for module in (BASE, *PARTS, ALL)}

if __name__ == "__main__":
    sys.exit(main(GAMES, __doc__, "games"))
