"""Plays random games by the models and by the library at once, and stops where they disagree.

    PYTHONPATH=tests python -m models.lockstep --games 5000 --seed 1 --jobs 2 --module style-is-the-goal

At every decision the options must be the same, at every chance event the outcomes with their odds; after every step all that
lies on the table; after every round the score lines, totals and tie-breaks, and at the end the winners.  A game follows from
the seed and its number: `--only NUMBER` plays one again, and tells how it came to the disagreement.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

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
    """Names every place at which two values differ."""
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


def play_batch(module, seed, numbers):
    """Plays some games; returns the counts, and what was wrong by number."""
    counts, failures = Counter(), {}
    for number in numbers:
        try:
            counts += game_of(module, seed, number).play()
        except Exception as error:
            failures[number] = f"{type(error).__name__}: {error}"
    return counts, failures


def run(module, games, seed, jobs):
    """Plays many games in several processes, and shows how far it has come; returns what was wrong by number."""
    started, counts, failures = time.monotonic(), Counter(), {}
    batches = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
    with ProcessPoolExecutor(jobs) as pool:
        for done, failed in pool.map(play_batch, [module] * len(batches), [seed] * len(batches), batches):
            counts += done
            failures |= failed
            minutes = (time.monotonic() - started) / 60
            print(f"\r{summary(counts)}, {len(failures)} failures, {minutes:.1f} minutes", end="", flush=True)
    print()
    for name in sorted(name for name in counts if name.startswith("answers")):
        print(f"  {name}: {counts[name]:,}")
    return failures


def summary(counts):
    """Returns how much was compared, in words."""
    return (
        f"{counts['games']:,} games: {counts['options']:,} options at {counts['decisions']:,} decisions, "
        f"{counts['outcomes']:,} outcomes at {counts['chances']:,} chance events, {counts['positions']:,} positions"
    )


def play_one(module, seed, number):
    """Plays one game, and tells how it came to a disagreement."""
    game = game_of(module, seed, number)
    print(f"game {number} of {module}: {table_of(module, number // BATCH)}")
    try:
        print(summary(game.play()))
    except Disagreement as disagreement:
        print(game.state)
        print("the last answers: " + "; ".join(game.answers[-12:]))
        print(disagreement)
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--module", choices=(BASE, *PARTS, ALL), default=BASE)
    parser.add_argument("--only", type=int, help="the number of the one game to play, told in full")
    asked = parser.parse_args()
    if asked.only is not None:
        return play_one(asked.module, asked.seed, asked.only)
    failures = run(asked.module, asked.games, asked.seed, asked.jobs)
    for number, what in sorted(failures.items()):
        print(f"python -m models.lockstep --module {asked.module} --seed {asked.seed} --only {number}\n    {what}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
