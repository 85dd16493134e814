"""The last step of compiling: handlers, interned actions and the look-up tables that follow from a ruleset's parts.

Runs once per ruleset; nothing here is called in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stoneage_rules.errors import PluginError, TooManyOptions
from stoneage_rules.kernel import actions as notation
from stoneage_rules.kernel.actions import ITEM, SHAPES, Action, Outcome, Shape
from stoneage_rules.kernel.chance import FACES, Rolls
from stoneage_rules.kernel.frames import guarded
from stoneage_rules.kernel.legality import Decision
from stoneage_rules.mechanics.payments import PaymentTable

if TYPE_CHECKING:
    from stoneage_rules.kernel.frames import Frame
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.mechanics.scoring import Scoring

__all__ = ["frame_order", "seal"]

MOST_ACTIONS = 100_000
"""All decisions together; the base game with every module has less than 3,000."""

GUARDED = (
    "step", "universe", "options", "shortfalls", "asks", "resume", "outcomes", "accepts", "sample", "needed",
    "verify", "verify_waiting",
)  # fmt: skip
"""The methods of a frame that the kernel calls."""


def frame_order(frames: Sequence[type[Frame]]) -> dict[str, int]:
    """Each frame's place in `rules.handlers`: by name, so that registration order cannot change a game."""
    return {name: index for index, name in enumerate(sorted(frame.name for frame in frames))}


def seal(rules: Ruleset, frames: Sequence[type[Frame]], scoring: Scoring) -> None:
    """Completes a ruleset; afterwards it is frozen."""
    _set(rules, **_look_ups(rules), frames=frame_order(frames), **_bits(rules))
    _set(
        rules,
        rolls=Rolls(rules),
        draws=tuple(
            Outcome("draw", (item.id,), notation.write(ITEM, "draw", (item.id,)), item.index, rules) for item in rules.items
        ),
        interned={},
        payments=PaymentTable(rules),
        _uses={},
    )
    ordered = sorted(frames, key=lambda frame: frame.name)
    _set(rules, handlers=tuple(_handler(rules, frame, index) for index, frame in enumerate(ordered)))
    _set(rules, scoring=scoring, effects_frame=rules.frames["effects"])
    _set(rules, place_figures=rules.handlers[rules.frames["place-figures"]])
    _intern_actions(rules)


def _handler(rules: Ruleset, frame: type[Frame], index: int) -> Frame:
    """A frame's handler; a plugin's methods name the plugin in what they raise."""
    owner = rules.owners.get(f"frame {frame.name}")
    make = guarded(frame, owner, f"frame {frame.name}, prepare") if owner else frame
    handler: Frame = make(rules, index)
    for method in GUARDED if owner else ():
        if hasattr(handler, method):
            setattr(handler, method, guarded(getattr(handler, method), str(owner), f"frame {frame.name}, {method}"))
    return handler


def _set(rules: Ruleset, **values: Any) -> None:
    for name, value in values.items():
        object.__setattr__(rules, name, value)


def _most_dice(rules: Ruleset) -> int:
    """The most dice of a roll that makes a total: one for each figure, or as many as an effect says."""
    counts: tuple[int, ...] = rules.tables.get("dice_counts", ())
    return max((rules.most_figures, *counts))


def _most_total(rules: Ruleset) -> int:
    """The highest total of a roll: all figures or dice on it show a six, every tool and one-use tool is added."""
    best = FACES * _most_dice(rules) + rules.kits.spaces * rules.kits.top
    return best + sum(rules.items[item].one_use for item in rules.keepers)


def _asked(rules: Ruleset) -> list[int]:
    return [item.price for item in rules.items] + [place.price for place in rules.places]


def _look_ups(rules: Ruleset) -> dict[str, Any]:
    return {
        "place_index": {place.id: place.index for place in rules.places},
        "item_index": {item.id: item.index for item in rules.items},
        "item_ids": tuple(item.id for item in rules.items),
        "words": {
            "place": [place.id for place in rules.places],
            "good": list(rules.goods),
            "item": [item.id for item in rules.items],
            "add-on": [offer.id for offer in rules.tables.get("add_on", ())],
        },
        "item_prices": tuple(
            sorted({price for price in _asked(rules) if price >= 0}),
        ),
        "sources": {item: zone for zone, start in enumerate(rules.start_zones) for item in start},
        "addresses": {(entry.kind, entry.name): entry.address for entry in rules.content},
        "most_dice": _most_dice(rules),
        "most_total": _most_total(rules),
    }


def _bits(rules: Ruleset) -> dict[str, Any]:
    """Sets of items and places as bits of one number."""
    keepers = [rules.items[item] for item in rules.keepers]
    return {
        "keeper_bits": {item.index: 1 << bit for bit, item in enumerate(keepers)},
        "bonuses": tuple(item.bonus for item in keepers),
        "standing": tuple(
            tuple(item.index for item in rules.items if any(when == phase for when, _ in item.standing))
            for phase in range(len(rules.phases))
        ),
        "one_use": sum(1 << bit for bit, item in enumerate(keepers) if item.one_use),
        "anytime": sum(1 << bit for bit, item in enumerate(keepers) if item.anytime),
        "resolvable": sum(1 << place.index for place in rules.places if not place.stays),
        "workplace_bits": {place.owned: 1 << place.index for place in rules.places if place.owned >= 0},
    }


def _add_shapes(rules: Ruleset, shapes: dict[str, Shape], decision: Decision) -> None:
    """The kinds of action of a decision, each of which is written in one way everywhere."""
    for kind, shape in decision.shapes.items():
        if shapes.setdefault(kind, shape) is not shape:
            raise PluginError(
                f"{_written_out(rules, decision)}: `{kind}` is written `{kind} {shapes[kind].form}` elsewhere and "
                f"`{kind} {shape.form}` here; use another word"
            )


def _written_out(rules: Ruleset, decision: Decision) -> str:
    owner = rules.owners.get(f"frame {decision.name}")
    return f"plugin {owner}, frame {decision.name}" if owner else f"frame {decision.name} of the library"


def _intern_actions(rules: Ruleset) -> None:
    """Lists every action that any decision can offer, in the decisions' order, and gives each its index."""
    shapes = dict(SHAPES)
    listed: list[Action] = []
    decisions = [handler for handler in rules.handlers if isinstance(handler, Decision)]
    shapes["use"] = ITEM
    for decision in decisions:
        _add_shapes(rules, shapes, decision)
    _set(rules, shapes=shapes)

    def intern(kind: str, args: tuple[Any, ...], data: Any) -> None:
        known = rules.interned.get((kind, args))
        if known is not None and known.data != data:
            frames = ", ".join(_written_out(rules, decision) for decision in decisions if kind in decision.shapes)
            raise PluginError(f"`{known}` has the data {known.data!r} and {data!r}: agree or use another word ({frames})")
        if known is None:
            action = Action(kind, args, notation.write(shapes[kind], kind, args), len(listed), data, rules)
            rules.interned[kind, args] = action
            listed.append(action)

    count = 0
    for decision in decisions:
        for kind, args, data in decision.universe():
            count += 1
            if count > MOST_ACTIONS:
                raise TooManyOptions(f"`{decision.name}` brings the actions of a game to more than {MOST_ACTIONS}")
            intern(kind, args, data)
    for bit, item in enumerate(rules.keepers):
        if rules.items[item].anytime:
            intern("use", (rules.items[item].id,), bit)
    by_kind: dict[str, list[Action]] = {}
    for action in listed:
        by_kind.setdefault(action.kind, []).append(action)
    placements: list[list[Action]] = [[] for _ in rules.places]
    for action in by_kind.get("place", ()):
        placements[action.data[0]].append(action)
    _set(
        rules,
        actions=tuple(listed),
        kinds_of_action={kind: tuple(found) for kind, found in by_kind.items()},
        use_actions=tuple(by_kind.get("use", ())),
        placements=tuple(map(tuple, placements)),
        payment_values={
            action.index: sum(amount * value for amount, value in zip(action.data, rules.good_values, strict=True))
            for action in by_kind.get("pay", ())
        },
    )
