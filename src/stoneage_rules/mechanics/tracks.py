"""Tracks: scales on which each seat has a marker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.frames import run
from stoneage_rules.kernel.nouns import TRACK_TABLE, Track
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Handle, Linker, Reader
from stoneage_rules.language.events import TRACK_FIELD, Event, EventKind, Mechanism, number_field
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.quantity import QuantityKind, at_least_zero
from stoneage_rules.language.reach import Bound, Bounds, Clash, beyond, uncounted
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.telling.phrases import LogNames, Phrases


@attrs.frozen
class TrackRecord(ContentRecord):
    """A scale on which each seat has a marker, from 0."""

    table = "track"
    max_records = 30
    is_used_by_name = True

    top: int = field("its last space", least=1, most=999)
    each_advance: tuple[Verb, ...] = field(
        "what the seat has after each advance of a step or more, however far, also of one that is lost at the end",
        default=(), context="reward", silent_default=True,
    )  # fmt: skip

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(TRACK_TABLE, Track(declared.name, self.top))
        link.append(EACH_ADVANCE, link.sequence(self.each_advance))

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        brought: dict[str, list[str]] = {}
        for use in bounds.words(AdvanceVerb):
            if use.at.kind == self.table:
                brought.setdefault(use.at.name, []).append(use.word.track)
        here = bounds.here.name
        circle = [track for track in _reached(brought, here) if here in _reached(brought, track)]
        if circle and here == min(circle):
            why = f"an advance on `{here}` brings another one on `{here}`, and that the next"
            help = "let it bring something else, or advance where the first advance stands"
            yield Clash("SA211", "advances without an end", ("each_advance",), why, help)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        help = 'count it, for example in a `[[score]]`: `count = {{ track = "{id}" }}`'
        yield uncounted(bounds, "nothing depends on where a marker stands", help)


EACH_ADVANCE = Handle[int]("each advance")
"""By track, the node of what each advance brings; 0 for nothing."""

BACK = 'an effect gives 1 or more; a marker goes back by `{ do = "lose", track = "TRACK" }`'


@attrs.frozen
class AdvanceVerb(Verb):
    """The seat's marker moves `steps` forward on a track; steps beyond the end of the track are lost.

    Example: `{ do = "advance", track = "agriculture" }`
    """

    do = "advance"
    track: str = field("the track", refers_to="track", gives=True)
    steps: Amount = field("how far", default=1, least=1, instead_of_less=BACK)

    def describe(self, phrases: Phrases) -> str:
        brought = phrases.effects(_track_record(phrases.linker, self.track).each_advance)
        return f"{phrases.amount(self.steps)} forward on {self.track}" + (f" (with {brought})" if brought else "")

    def bind(self, link: Linker) -> Effect:
        track = link.index("track", self.track)
        steps = at_least_zero(link, self.steps)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            operations.advance(state, seat, track, steps(state, seat, n))

        def bringing(state: State, seat: int, place: int, n: int) -> None:
            count = steps(state, seat, n)
            operations.advance(state, seat, track, count)
            if count:
                run(state, seat, state.rules.entries(EACH_ADVANCE)[track], -1, 0)

        return bringing if _track_record(link, self.track).each_advance else effect

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        top = bounds.find("track", self.track).top
        yield from beyond("steps", self.steps, top, f"the track `{self.track}` ends at {top}", set_by=(self.track,))


def _reached(brought: Mapping[str, Sequence[str]], track: str) -> Sequence[str]:
    """Returns the tracks on which an advance on one brings another, and those that these bring."""
    reached = list(brought.get(track, ()))
    for further in reached:
        reached += [track for track in brought.get(further, ()) if track not in reached]
    return reached


def _track_record(link: Linker, track: str) -> TrackRecord:
    record: TrackRecord = link.declared("track")[link.index("track", track)].record
    return record


def _track(link: Linker, of: str) -> Reader:
    track, width = link.index("track", of), len(link.ids("track"))
    return lambda state, seat, n: state.tracks[seat * width + track]


def _advanced(names: LogNames, event: Event) -> str:
    who, track, after = names.who(event.seat), event["track"], event["after"]
    if not event["steps"]:
        return f"{who} stays on {track} {after}, the end of the track"
    return f"{who} goes {event['steps']} forward on {track}, to {after}"


MECHANISM = Mechanism(
    "tracks",
    after=("figures", "goods"),
    records=(TrackRecord,),
    verbs=(AdvanceVerb,),
    quantities=(
        QuantityKind(
            "track",
            "the seat's position on a track",
            _track,
            "track",
            words="the position on {of}",
            counts=(),
            is_never_got=lambda bounds, of: of not in bounds.got,
            span=lambda records, of: (0, next(track.record.top for track in records.declared("track") if track.name == of)),
            brought_by='let something bring it, such as an effect `{{ do = "advance", track = "{id}" }}`',
        ),
    ),
    events=(
        EventKind(
            "advance",
            "a seat goes forward on a track",
            {"track": TRACK_FIELD, "steps": number_field("how many; 0 at its end"), "after": number_field("the position then")},
            _advanced,
        ),
        EventKind(
            "go-back",
            "a seat goes back on a track",
            {"track": TRACK_FIELD, "steps": number_field("how many"), "after": number_field("the position then")},
            "{seat} goes {steps} back on {track}, to {after}",
        ),
    ),
)
