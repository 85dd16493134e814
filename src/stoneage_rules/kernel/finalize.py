"""The last step of compiling: nouns, look-ups, handlers, the list of all actions; refused answers of plugins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import attrs

from stoneage_rules.errors import PluginError, TooManyOptions
from stoneage_rules.kernel import actions as notation
from stoneage_rules.kernel import nouns
from stoneage_rules.kernel.actions import GOODS, ITEM, SHAPES, WORD, Action, Outcome, Shape
from stoneage_rules.kernel.answers import judge_of
from stoneage_rules.kernel.chance import Chance, Rolls
from stoneage_rules.kernel.frames import CHANCE, DECISION, MOST_ACTIONS, STEP, effect_list, guarded, line_of
from stoneage_rules.kernel.legality import ActionSource, Decision, Extension
from stoneage_rules.kernel.nouns import Kits
from stoneage_rules.kernel.ruleset import SCORER_TABLE

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.language.binding import Effect
    from stoneage_rules.language.word import Verb


GUARDED = (
    "step", "universe", "options", "shortfalls", "key", "facts", "candidates", "asked", "hint", "resume", "outcomes",
    "accepts", "sample", "verify", "verify_waiting", "verify_position", "due", "known_to", "seen_by", "dealt",
    "drop",
)  # fmt: skip
"""The methods of a frame that the kernel calls."""


def frame_order(frames: Sequence[type[Any]]) -> dict[str, int]:
    """Returns each frame's place in `rules.handlers`: by name, so that registration order cannot change a game."""
    names = sorted(frame.name for frame in frames if not issubclass(frame, Extension))
    return {name: index for index, name in enumerate(names)}


class Instrument:
    """Watches play: its results are called in place of effects and methods of frames.  This one watches nothing."""

    judges = False
    """True if it judges the answers of plugins itself."""

    def effect(self, verb: Verb | None, effect: Effect) -> Effect:
        """Returns an effect to be called instead; `core` of it must be that of the effect if mechanisms look at its class."""
        return effect

    def method(self, source: Any, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        """Returns a method to be called instead of a method of a frame or extension, or of a hook (source None)."""
        return method


def watched(rules: Ruleset, instrument: Instrument) -> Ruleset:
    """Returns rules that play alike, and whose effects, hooks and methods are those that the instrument returns."""
    pairs = zip(rules.verbs, rules.nodes, strict=True)
    nodes = tuple((instrument.effect(verb, effect), following) for verb, (effect, following) in pairs)
    asked = {hook: tuple(instrument.method(None, hook, each) for each in all) for hook, all in rules.questions.items()}
    copy = attrs.evolve(rules, nodes=nodes, questions=asked)
    finalize(copy, instrument)
    return copy


def finalize(rules: Ruleset, instrument: Instrument | None = None) -> None:
    """Gives a ruleset its look-up tables, its handlers and the actions that they can offer; afterwards it is frozen."""
    frames = rules._frame_kinds
    _set(rules, **_nouns(rules))
    _set(rules, **_look_ups(rules), frames=frame_order(frames), **_bits(rules), _services={}, _used={})
    _set(rules, _interned={}, _unoffered=WeakValueDictionary())
    draws = (Outcome("draw", (item.id,), notation.write(ITEM, "draw", (item.id,)), item.index, rules) for item in rules.items)
    _set(rules, rolls=Rolls(rules), draws=tuple(draws))
    _set(rules, effects_frame=_the_one(rules, frames, "continues_effects"), _first_frame=_the_one(rules, frames, "begins_game"))
    _set(rules, lists=tuple(effect_list(rules, node) for node in range(len(rules.nodes))))
    ordered = sorted((frame for frame in frames if not issubclass(frame, Extension)), key=lambda frame: frame.name)
    made = (_handler(rules, frame, instrument, index) for index, frame in enumerate(ordered))
    _set(rules, handlers=tuple(made))
    _extend(rules, sorted((frame for frame in frames if issubclass(frame, Extension)), key=lambda frame: frame.name), instrument)
    decisions = [handler for handler in rules.handlers if isinstance(handler, Decision)]
    for decision in decisions:
        if decision.judged_like:
            _decision(rules, decision, "is judged like", decision.judged_like)
    _set(rules, **dispatch(rules.handlers), undoing={decision.undo for decision in decisions})
    most_dice = max((handler.most_dice for handler in rules.handlers if isinstance(handler, Chance)), default=0)
    _set(rules, _scoring=rules.entries(SCORER_TABLE)[0], most_dice=most_dice)
    _intern_actions(rules)


def _the_one(rules: Ruleset, frames: Sequence[type[Any]], trait: str) -> int:
    """Returns the index of the only kind of frame with a trait that the kernel itself needs."""
    names = [frame.name for frame in frames if getattr(frame, trait, False)]
    if len(names) != 1:
        raise PluginError(f"one kind of frame has `{trait}`, not {len(names)}: {', '.join(names) or 'none'}")
    return rules.frames[names[0]]


def _handler(rules: Ruleset, frame: type[Any], instrument: Instrument | None, *index: int) -> Any:
    """Makes a frame's handler; a plugin's methods name the plugin in what they raise, and in wrong answers."""
    owner = rules.owners.get(f"frame {frame.name}")
    handler = (guarded(frame, owner, f"frame {frame.name}, prepare") if owner else frame)(rules, *index)
    for name in GUARDED if owner or instrument else ():
        method = getattr(handler, name, None)
        if method is not None:
            judge = None if instrument and instrument.judges else judge_of(name, handler)
            method = guarded(method, owner, f"frame {frame.name}, {name}", judge) if owner else method
            setattr(handler, name, instrument.method(handler, name, method) if instrument else method)
    return handler


def _extend(rules: Ruleset, extensions: Sequence[type[Extension]], instrument: Instrument | None) -> None:
    """Hands the extensions to the decisions that they extend.

    Raises:
        PluginError: there is no such decision.
    """
    for kind in extensions:
        decision = _decision(rules, kind, "extends", kind.extends)
        extension: Extension = _handler(rules, kind, instrument)
        decision.extensions = {**decision.extensions, **dict.fromkeys(kind.shapes, extension)}


def _decision(rules: Ruleset, source: Any, does: str, name: str) -> Decision:
    """Returns the decision that a frame names.

    Raises:
        PluginError: there is no such decision.
    """
    decision = rules.handlers[rules.frames[name]] if name in rules.frames else None
    if not isinstance(decision, Decision):
        raise PluginError(f"{_written_out(rules, source)} {does} `{name}`, which is no decision of these rules")
    return decision


def dispatch(handlers: Sequence[Any]) -> dict[str, tuple[Any, ...]]:
    """Returns tables of the handlers' bound methods: looking a method up on ever-changing classes is slow."""

    def table(role: int, method: str) -> tuple[Any, ...]:
        return tuple(getattr(handler, method) if handler.role == role else None for handler in handlers)

    return {
        "steps": table(STEP, "step"),
        "_choices": table(DECISION, "options"),
        "onward": tuple(_onward(handler) if handler.role == DECISION else None for handler in handlers),
        "_samplers": table(CHANCE, "sample"),
        "_acceptors": table(CHANCE, "accepts"),
        "_resumes": tuple(None if handler.role == STEP else handler.resume for handler in handlers),
    }


def _onward(decision: Decision) -> Callable[..., tuple[Action, ...]]:
    """Returns the options of a decision, except those that undo the seat's last choice."""
    undo, options = decision.undo, decision.options
    if not undo:
        return options
    return lambda state, frame: tuple([action for action in options(state, frame) if action.kind != undo])


def _set(rules: Ruleset, **values: Any) -> None:
    for name, value in values.items():
        object.__setattr__(rules, name, value)


def _nouns(rules: Ruleset) -> dict[str, Any]:
    """Returns the tables of nouns as the state's numbers need them."""
    goods, zones = rules.entries(nouns.GOOD_TABLE), rules.entries(nouns.ZONE_TABLE)
    kinds, items = rules.entries(nouns.KIND_TABLE), rules.entries(nouns.ITEM_TABLE)
    (figures,) = rules.entries(nouns.FIGURE_TABLE)
    tools = (*rules.entries(nouns.TOOL_TABLE), nouns.ToolSpaces(0, 1))[0]
    return {
        "goods": tuple(good.id for good in goods),
        "good_values": tuple(good.value for good in goods),
        "supplies": tuple(good.supply for good in goods) if any(good.supply >= 0 for good in goods) else None,
        "tracks": tuple(track.id for track in rules.entries(nouns.TRACK_TABLE)),
        "track_tops": tuple(track.top for track in rules.entries(nouns.TRACK_TABLE)),
        "shared_tracks": frozenset(at for at, track in enumerate(rules.entries(nouns.TRACK_TABLE)) if track.shared),
        "start_figures": figures.start,
        "most_figures": figures.most,
        "kits": Kits(tools.spaces, tools.top),
        "places": tuple(sorted(rules.entries(nouns.PLACE_TABLE), key=lambda place: place.index)),
        "items": items,
        "kinds": tuple(kind.id for kind in kinds),
        "zones": tuple(zone.id for zone in zones),
        "queues": frozenset(index for index, zone in enumerate(zones) if zone.is_queue),
        "_start_zones": tuple(
            tuple(item.index for item in items if kinds[item.kind].starts_in == zone) for zone in range(len(zones))
        ),
        "phases": rules.entries(nouns.PHASE_TABLE),
        "marks": tuple(mark.id for mark in rules.entries(nouns.MARK_TABLE)),
        "lasting_marks": sum(mark.stays << bit for bit, mark in enumerate(rules.entries(nouns.MARK_TABLE))),
        "later_uses": tuple(item.index for item in items if item.anytime or item.one_use),
    }


def _look_ups(rules: Ruleset) -> dict[str, Any]:
    named = {handle.name: [value.id for value in table] for handle, table in rules.tables.items() if handle.saved_as_id}
    nouns_of_states = {
        "good": rules.goods,
        "track": rules.tracks,
        "zone": rules.zones,
        "mark": rules.marks,
        "kind": rules.kinds,
        "phase": [phase.id for phase in rules.phases],
        "place": [place.id for place in rules.places],
        "absent-place": [place.id for place in rules.entries(nouns.ABSENT_PLACE_TABLE)],
        "item": [item.id for item in rules.items],
    }
    words = {noun: {id: index for index, id in enumerate(ids)} for noun, ids in {**named, **nouns_of_states}.items()}
    return {
        "packs": tuple(pack.id for pack in rules.content.packs),
        "words": words,
        "place_index": words["place"],
        "item_index": words["item"],
        "item_ids": tuple(words["item"]),
        "_answers": {
            (frame, word): statement.id
            for statement in rules.entries(nouns.STATEMENT_TABLE)
            for frame in statement.frames
            for word in statement.answers
        },
        "sources": {item: zone for zone, start in enumerate(rules._start_zones) for item in start},
    }


def _bits(rules: Ruleset) -> dict[str, Any]:
    """Returns sets of items and places as bits of one number."""
    later = [rules.items[item] for item in rules.later_uses]
    return {
        "later_use_bits": {item.index: 1 << bit for bit, item in enumerate(later)},
        "anytime": sum(1 << bit for bit, item in enumerate(later) if item.anytime),
        "_owned_place_bits": {place.owned: 1 << place.index for place in rules.places if place.owned >= 0},
    }


def _sources(rules: Ruleset) -> Iterator[ActionSource]:
    """Yields every decision, each followed by what extends it."""
    for handler in rules.handlers:
        if isinstance(handler, Decision):
            yield handler
            yield from dict.fromkeys(handler.extensions.values())


def _add_shapes(rules: Ruleset, shapes: dict[str, Shape], source: ActionSource) -> None:
    """Adds the kinds of action of a decision; a kind has one notation everywhere, and the library's come first."""
    for kind, shape in source.shapes.items():
        if shapes.setdefault(kind, shape) is not shape:
            raise PluginError(
                f"{_written_out(rules, source)}: `{kind}` is written `{notation.form(kind, shapes[kind])}` elsewhere and "
                f"`{notation.form(kind, shape)}` here; use another word{line_of(source.universe)}"
            )


def _written_out(rules: Ruleset, source: Any) -> str:
    owner = rules.owners.get(f"frame {source.name}")
    return f"plugin {owner}, frame {source.name}" if owner else f"frame {source.name} of the library"


def _intern_actions(rules: Ruleset) -> None:
    """Lists every action that any decision can offer, and gives each its index."""
    shapes = dict(SHAPES)
    found: dict[tuple[str, tuple[Any, ...]], tuple[Any, str]] = {}
    sources = list(_sources(rules))
    shapes["use"] = ITEM
    for source in sorted(sources, key=lambda source: f"frame {source.name}" in rules.owners):
        _add_shapes(rules, shapes, source)

    count = 0
    for source in sources:
        try:
            for kind, args, data in source.universe():
                count += 1
                if count > MOST_ACTIONS:
                    raise TooManyOptions(f"`{source.name}` brings the actions of a game to more than {MOST_ACTIONS}")
                if (kind, args) not in found:
                    found[kind, args] = data, notation.write(shapes[kind], kind, args)
                known, text = found[kind, args]
                if known != data:
                    frames = ", ".join(_written_out(rules, source) for source in sources if kind in source.shapes)
                    raise PluginError(f"`{text}` has the data {known!r} and {data!r}: agree or use another word ({frames})")
        except (KeyError, TypeError, ValueError, IndexError) as error:
            line = line_of(source.universe)
            raise PluginError(f"{_written_out(rules, source)}, universe: {type(error).__name__}: {error}{line}") from error
    for bit, item in enumerate(rules.later_uses):
        if rules.items[item].anytime:
            id = rules.items[item].id
            found["use", (id,)] = bit, notation.write(ITEM, "use", (id,))
    listed = []
    for index, ((kind, args), (data, text)) in enumerate(_in_order(found, shapes)):
        rules._interned[kind, args] = Action(kind, args, text, index, data, rules)
        listed.append(rules._interned[kind, args])
    _set_actions(rules, listed, shapes)


def _in_order(found: Mapping[Any, tuple[Any, str]], shapes: Mapping[str, Shape]) -> list[Any]:
    """Returns actions by kind, as decisions come; goods from the fewest on, what names nothing behind, uses of items last."""
    ranks = {kind: rank for rank, kind in enumerate(dict.fromkeys(kind for kind, _ in found))}

    def place(entry: Any) -> tuple[Any, ...]:
        (kind, args), (data, _) = entry
        goods = (sum(data), [-amount for amount in data]) if shapes[kind] is GOODS else ()
        return kind == "use", not args, ranks[kind], goods

    return sorted(found.items(), key=place)


def _set_actions(rules: Ruleset, listed: Sequence[Action], shapes: dict[str, Shape]) -> None:
    """Sets the list of all actions, and the kinds that there are."""
    by_kind: dict[str, list[Action]] = {}
    for action in listed:
        by_kind.setdefault(action.kind, []).append(action)
    words = {word: WORD for _, word in rules._answers}
    _set(
        rules,
        shapes=words | {kind: shape for kind, shape in shapes.items() if kind in by_kind or kind in SHAPES},
        actions=tuple(listed),
        kinds_of_action={kind: tuple(actions) for kind, actions in by_kind.items()},
        _use_actions=tuple(by_kind.get("use", ())),
    )
