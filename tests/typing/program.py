"""A program of a user over the names of the doors, as strict type checkers must take it: no cast, and no ignored line."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import stoneage_rules as sa
from stoneage_rules import many, plugin, policies, testing

# --- rules and what they hold -----------------------------------------------------------------------------------------


def open_table(where: sa.TableLike) -> tuple[sa.Ruleset, sa.Table]:
    """Loads a table however it is named, and returns its settings, too."""
    rules = where if isinstance(where, sa.Ruleset) else sa.load(where)
    return rules, rules.table


def described(table: sa.Table) -> list[str]:
    seats: tuple[sa.Seat, ...] = table.seats
    decided: tuple[sa.Resolution, ...] = table.resolve
    return [f"{seat.name}: {seat.policy} {seat.version or ''}" for seat in seats] + [one.datum for one in decided]


def fixed_price(cost: plugin.Cost | None) -> dict[str, int]:
    return {} if cost is None else dict(cost.fixed)


def card(rules: sa.Ruleset, id: str) -> tuple[dict[str, int], int | None, list[str]]:
    item: sa.ItemDefinition = rules.item(id)
    effects: tuple[plugin.Verb, ...] = item.effects
    brief: sa.Brief = item.brief
    return fixed_price(item.cost), item.points, [*(effect.do for effect in effects), brief.benefit, brief.price]


def nouns(rules: sa.Ruleset) -> list[str]:
    location: sa.LocationDefinition = rules.location("hunt")
    good: sa.GoodDefinition = rules.good("wood")
    track: sa.TrackDefinition = rules.track("agriculture")
    place: sa.Place = rules.place("hunt")
    item: sa.Item = rules.items[0]
    phase: sa.Phase = rules.phases[0]
    bounds: sa.GameBounds = rules.bounds
    limits: tuple[sa.Definition, ...] = rules.definitions("limit")
    facts: sa.DefinitionData = sa.DefinitionData.from_dict(rules.good("wood").to_dict())
    values: Mapping[str, plugin.JSON] = facts.values
    numbers = [good.value, track.top, place.circles or 0, bounds.answers, len(values), len(limits)]
    return [location.id, item.id, phase.id, *map(str, numbers)]


# --- positions ----------------------------------------------------------------------------------------------------------


def board(position: sa.Position) -> str:
    """Returns the picture of a state or of a view."""
    player: sa.Player = position.player(0)
    tools: tuple[tuple[int, bool], ...] = player.tools
    return f"{sa.svg(position, ['Ada', 'Ben'])} {tools}"


def sheet_lines(sheet: sa.ScoreSheet) -> Iterator[tuple[str, int, int]]:
    lines: tuple[sa.ScoreLine, ...] = sheet.lines
    broken: sa.TieBreak | None = sheet.tie_break
    for line in lines:
        parts: tuple[sa.ScorePart, ...] = line.parts
        yield line.id, line.points, sum(part.points for part in parts)
    if broken is not None:
        yield broken.name, broken.value, 0


def question(state: sa.State) -> str:
    pending: sa.Pending | None = state.pending
    if pending is None:
        return "over"
    owed: plugin.Cost | None = pending.owed
    more: Mapping[str, plugin.JSON] = pending.more
    return f"{pending.prompt} {fixed_price(owed)} {json.dumps(dict(more), default=str)}"


def client(view: sa.View) -> sa.ViewData:
    data: sa.ViewData = sa.ViewData.from_dict(view.to_dict())
    seat: sa.SeatData = data.seats[0]
    places: Mapping[str, sa.PlaceData] = data.places
    zones: Mapping[str, sa.ZoneData] = data.zones
    count: sa.Count = seat.figures + sum(sum(place.figures) for place in places.values()) + len(zones)
    assert count > 0
    return data


# --- answers ------------------------------------------------------------------------------------------------------------


def action_of(rules: sa.Ruleset, text: str) -> sa.Action:
    """Reads an action by its narrow type."""
    action: sa.Action = rules.parse(text, sa.Action)
    again: sa.Action = rules.action(action.kind, *action.args)
    owner: sa.Ruleset = again.rules
    assert owner is rules
    return again


def outcome_of(rules: sa.Ruleset, text: str) -> sa.Outcome:
    outcome: sa.Outcome = rules.parse(text, sa.Outcome)
    return rules.outcomes[outcome.index]


def reasons_against(state: sa.State, text: str) -> list[str]:
    try:
        answer: sa.Action | sa.Outcome = state.rules.parse(text)
    except sa.InvalidAction as error:
        return [str(error)]
    reasons: tuple[sa.Reason, ...] = state.why_not(answer, seat=0)
    return [f"{reason.check} {reason.statement} {reason.sentence} {reason.where}" for reason in reasons]


def likely(state: sa.State, source: sa.RandomSource) -> tuple[sa.Outcome, Fraction]:
    odds: sa.Odds = state.outcomes()
    best, chance = max(odds, key=lambda pair: pair[1])
    assert state.sample(source) in [outcome for outcome, _ in odds]
    return best, chance


def choose(view: sa.View, legal: tuple[sa.Action, ...]) -> sa.Action:
    """A policy."""
    seat = view.seat
    return legal[-1] if seat is not None and view.player(seat).goods["wood"] > 3 else legal[0]


def make(seed: int | None) -> sa.Policy:
    """A maker of policies."""
    return sa.policies.random_policy(seed)


def play(rules: sa.Ruleset, seed: int) -> sa.State:
    state: sa.State = rules.initial_state()
    source = random.Random(seed)
    for _ in range(20):
        seat = state.seat
        assert seat is not None
        if state.is_chance:
            state.apply(likely(state, source)[0])
        else:
            state = state.after(choose(state.view(seat), state.legal()))
    state.play_out(source)
    return state


# --- games --------------------------------------------------------------------------------------------------------------


def told(game: sa.Game, viewer: sa.Viewer = None) -> list[str]:
    narrator: sa.Narrator = sa.Narrator(game.rules, ["Ada", "Ben"], viewer)
    steps: tuple[sa.GameStep, ...] = game.steps
    events: list[sa.Event] = [event for step in steps for event in step.events]
    sentences: list[sa.Sentence] = [*narrator.tell(events[:50])]
    return [sentence.text for sentence in sentences]


def facts_of(event: sa.Event) -> list[sa.EventValue]:
    return [event[name] for name in event]


def why(game: sa.Game) -> list[str]:
    explanation: sa.Explanation = game.explain(game.length - 1)
    events: tuple[sa.ExplainedEvent, ...] = explanation.events
    return [*explanation.statements, *(event.text for event in events)]


def kept(game: sa.Game, folder: Path) -> sa.Game:
    with sa.RunningRecord(game, folder / "running.txt") as running:
        assert running.path.name == "running.txt"
    record: sa.Record = game.record
    record.write(folder / "game.txt")
    lines: list[tuple[int, str]] = list(record.lines())
    read: sa.Record = sa.read_record(folder / "game.txt")
    assert lines
    assert read.seed == game.seed
    return sa.replay(read)


def numbered(rules: sa.Ruleset) -> tuple[int, int]:
    space: sa.ActionSpace = sa.ActionSpace(rules)
    observation: sa.Observation = sa.Observation([rules])
    parts: Sequence[sa.ObservationPart] = observation.parts
    assert space.number(space.action(0, rules)) == 0
    return len(space), sum(part.stop - part.start for part in parts)


def everything_wrong(diagnostics: Iterable[sa.Diagnostic]) -> Iterator[str]:
    for diagnostic in diagnostics:
        severity: sa.Severity = diagnostic.severity
        place: sa.TextPlace = diagnostic.place
        span: sa.TextSpan = place.span
        edits: tuple[sa.TextEdit, ...] = diagnostic.fixes
        yield f"{place.file}:{span.line}: {severity.value}: {diagnostic.title} ({len(edits)} edits)"


def refusals() -> list[str]:
    rules = sa.load(players=2)
    state, said = rules.initial_state(), list[str]()
    try:
        state.apply(rules.actions[0])
    except sa.IllegalAction as refused:
        said += [reason.sentence for reason in refused.reasons]
    try:
        sa.load(players=9)
    except sa.ContentError as error:
        said += everything_wrong(error.diagnostics)
    for call in (lambda: rules.item("no-such"), lambda: rules.state_from_dict({}), lambda: sa.replay("no record\n")):
        try:
            call()
        except (sa.UnknownName, sa.InvalidState, sa.RecordError) as wrong:
            said.append(str(wrong))
        except (sa.PluginError, sa.PolicyError, sa.WorkerDied, sa.ListenerError, sa.EndlessGame, sa.StoneAgeError) as wrong:
            raise AssertionError from wrong
    return said


# --- many games -----------------------------------------------------------------------------------------------------------


def heard(result: many.GameResult) -> None:
    assert result.victory(result.winners[0]) > 0


def many_games(table: many.TableLike) -> list[float]:
    makers: policies.Makers = ["random", make]
    on_game: many.OnGame = heard
    simulation: many.Simulation = sa.simulate(table, 2, makers=makers, seed=1, on_game=on_game)
    tallies: tuple[many.Tally, ...] = simulation.by_player
    study: many.Study = sa.study(table, 1, makers=make, seed=1)
    columns: many.Columns = study.columns
    rows: list[dict[str, object]] = [dict(row) for row in study.rows("games")]
    comparison: many.Comparison = sa.compare(table, table, 2, makers="random", seed=1)
    differences: tuple[many.Difference, ...] = comparison.means
    share: many.Interval = many.wilson(1, 3)
    difference, chance = many.mean_difference([1, 2, 4], [2, 3, 3])
    effects = [many.mean_effect([1, 2], [2, 4]), many.share_effect(0.2, 0.3), float(many.games_to_see(1, 9))]
    intervals = [share, difference, many.mean([1, 2]), many.share_difference(share, share)]
    assert columns
    assert rows
    assert len(differences) > 3
    return [*effects, chance, *(tally.mean for tally in tallies), *(one.value for one in intervals)]


# --- policies -------------------------------------------------------------------------------------------------------------


def seated(rules: sa.Ruleset) -> list[str]:
    sensible: policies.RankingPolicy = policies.sensible_policy(1)
    thoughtful: policies.Policy = policies.thoughtful_policy(1, playouts=2)
    maker: policies.PolicyMaker = make
    both: policies.Policies = [sensible, "random"]
    made: list[policies.Policy] = policies.make_policies(["sensible", maker], 1)
    makers: policies.Makers = maker
    state = rules.initial_state()
    assert callable(makers)
    assert thoughtful is not made[0]
    answers: list[sa.Action | sa.Outcome] = []
    policies.play_on(state, both, random.Random(1), until_round=2, answers=answers)
    seat = state.seat
    assert seat is not None
    ranked: tuple[policies.Ranked, ...] = sensible.rank(state.view(seat), state.legal())
    return [ranked[0].reason, str(ranked[0].action), *policies.policy_names(), policies.version_of("random") or ""]


# --- tests of packs, and plugins ------------------------------------------------------------------------------------------


PROPERTIES = """
[[property]]
name = "agriculture ends at 10"
always = { at = "end-of-round", meets = [{ track = "agriculture", max = 10 }] }
for = { players = [2], games = 1 }
"""


def tested(folder: Path) -> list[str]:
    testing.write_starter(folder / "my-rule", example="bakery")
    results: list[testing.Result] = testing.check_pack(folder / "my-rule", only=["loads"])
    problems: list[testing.Message] = [problem for result in results for problem in result.problems]
    parts: list[testing.ResultPart] = [part for result in results for part in result.parts]
    inspection: testing.Inspection = testing.inspect_pack(folder / "my-rule")
    scenarios: tuple[testing.Scenario, ...] = testing.read_scenarios(folder / "my-rule/tests/scenarios.toml")
    outcomes: list[testing.ScenarioResult] = [scenario.run() for scenario in scenarios]
    (folder / "properties.toml").write_text(PROPERTIES, "utf-8")
    properties: list[testing.PropertyResult] = testing.run_properties(folder / "properties.toml")
    failures: list[testing.Failure | None] = [one.failure for one in properties]
    subjects: list[testing.Property] = [one.subject for one in properties]
    errors: int = inspection.count(testing.Severity.ERROR)
    counts = [len(problems), len(parts), len(outcomes), len(failures), len(subjects), errors]
    return [*map(str, counts), *everything_wrong(inspection.findings)]


def placed(rules: sa.Ruleset) -> tuple[str, ...]:
    try:
        state: sa.State = testing.position(rules, {"round": 2})
    except testing.PositionError as error:
        return (str(error),)
    testing.assert_refused(rules.initial_state(), "place hut 1")
    return (*testing.legal_texts(state), *testing.leaks(state, random.Random(1)), *testing.position_of(state))


class Everybody(plugin.Check):
    """A check, such as a decision of a plugin lists."""

    name = "my-module.everybody"

    def passes(self, facts: plugin.Facts, action: plugin.Action) -> bool:
        return facts.state.round > 0


MECHANISM: plugin.Mechanism = plugin.Mechanism(
    "my-module", events=(plugin.EventKind("bid", "a seat bids", {"bid": plugin.number_field("how much")}, "{seat} bids {bid}"),)
)


def main() -> None:
    rules, table = open_table({"players": 2})
    game: sa.Game = sa.Game(rules, seed=7, names=["Ada", "Ben"])
    game.run([choose, "sensible"])
    with TemporaryDirectory() as folder:
        assert kept(game, Path(folder)).state.scores == game.state.scores
        shown: list[list[str]] = [told(game), told(game, "all"), why(game), tested(Path(folder))]
    assert all(shown)
    assert len(seated(rules)) > 3
    assert len(many_games(rules)) > 5
    assert placed(rules)
    state = play(rules, 3)
    assert described(table) == []
    assert nouns(rules)
    assert refusals()
    assert board(state)
    assert question(rules.initial_state())
    assert [*sheet_lines(state.score_sheet(0))]
    assert card(rules, rules.items_of()[0].id)[2]
    assert numbered(rules)[0] == len(rules.actions)
    assert client(state.view(0)).round == state.round
    assert facts_of(game.steps[0].events[0])
    assert str(action_of(rules, "place hunt 1")) == "place hunt 1"
    assert str(outcome_of(rules, "roll 1 2")) == "roll 1 2"
    assert reasons_against(rules.initial_state(), "place hut 1")
    assert Everybody.name
    assert MECHANISM.name


if __name__ == "__main__":
    main()
