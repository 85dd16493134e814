"""Every hook, on one page: `docs/hooks.md` is made of these docstrings.

Registering hooks contribute once, when rules are compiled; the others answer questions in play and may not change the
state.  A hook that no enabled plugin implements costs nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pluggy

from stoneage_rules.language.events import PROJECT

if TYPE_CHECKING:
    from stoneage_rules.kernel.frames import Frame
    from stoneage_rules.kernel.state import State
    from stoneage_rules.language.events import EventKind
    from stoneage_rules.language.quantity import QuantityKind
    from stoneage_rules.language.word import ContentRecord, ExtraKeys, Verb
    from stoneage_rules.mechanics.placement_checks import Limit


CONTENT = "stoneage_content"
"""The one hook of a module without Python."""

hookspec = pluggy.HookspecMarker(PROJECT)


class Hooks:
    """The hook specifications."""

    # --- contributed when rules are compiled ----------------------------------------------------------------------

    @hookspec
    def stoneage_content(self) -> str | Path:  # type: ignore[empty-body]
        """Hands over a pack.

        When called: once per ruleset, before anything is compiled.
        Gets: nothing.
        May return: the folder, or zip file, with `pack.toml` and the content.
        Merged: all packs together; their manifests decide the order, never the order of registration.
        Errors: a folder without `pack.toml` is reported as a diagnostic; anything but a path is refused.
        Example: `PackPlugin("/path/to/my-rules")` implements it for any folder.
        """

    @hookspec
    def stoneage_register_records(self) -> list[type[ContentRecord] | type[ExtraKeys]]:  # type: ignore[empty-body]
        """Adds kinds of record, so that content can have tables of that name, and keys to the records of other kinds.

        When called: once per ruleset, before content is read.
        Gets: nothing.
        May return: a list of classes decorated with `@attrs.frozen`: derived from `ContentRecord`, each with a unique `table`, or
            from `ExtraKeys`, with the class of records that it `extends`.
        Merged: all lists together, the library's own kinds first, then sorted by `table`.
        Errors: two kinds with one `table` are an error that names both plugins.
        Example: `return [CaravanRecord]`
        """

    @hookspec
    def stoneage_register_verbs(self) -> list[type[Verb]]:  # type: ignore[empty-body]
        """Adds verbs, so that content can name them after `do`.

        When called: once per ruleset, before content is read.
        Gets: nothing.
        May return: a list of classes derived from `Verb` and decorated with `@attrs.frozen`, each with a unique `do`.
        Merged: all lists together, sorted by `do`.
        Errors: two verbs with one `do` are an error that names both plugins; so is a class without `bind`. `belongs` names the
            contexts of a verb, such as `("set-up", "phase")`; content that uses it elsewhere is refused.
        Example: `return [DriveOff]`
        """

    @hookspec
    def stoneage_register_frames(self) -> list[type[Frame]]:  # type: ignore[empty-body]
        """Adds kinds of unfinished work: steps, decisions, chance events.

        When called: once per ruleset, before content is compiled.
        Gets: nothing.
        May return: a list of classes derived from `Step`, `Decision` or `Chance`, or from `Extension`, which adds to a
            decision of another mechanism; each with a unique `name`.
        Merged: all lists together, sorted by `name`.
        Errors: two frames with one `name` are an error that names both plugins; so is a class that lacks a method.
        Example: `return [RewardRoll, ClaimReward]`
        """

    @hookspec
    def stoneage_register_quantities(self) -> list[QuantityKind]:  # type: ignore[empty-body]
        """Adds quantities, so that amounts, scoring lines and the tie-break can count something new.

        When called: once per ruleset, before content is read.
        Gets: nothing.
        May return: a list of `QuantityKind`, each with a unique `name`.
        Merged: all lists together, sorted by `name`.
        Errors: two quantities with one `name` are an error that names both plugins.
        Example: `return [QuantityKind("variety", "different goods of a group that the seat holds", bind, "group:good")]`
        """

    @hookspec
    def stoneage_register_limits(self) -> list[type[Limit]]:  # type: ignore[empty-body]
        """Adds counters for `[[limit]]`.

        When called: once per ruleset, before content is read.
        Gets: nothing.
        May return: a list of classes derived from `Limit`, each with a unique `counts`.
        Merged: all lists together, sorted by `counts`; a place is closed when any limit closes it.
        Errors: two counters with one `counts` are an error that names both plugins; so is a class that lacks a method.
        Example: `return [FiguresInGroup]`
        """

    @hookspec
    def stoneage_register_events(self) -> list[EventKind]:  # type: ignore[empty-body]
        """Adds events for `operations.note`: their fields, the seats that may know them, and their log sentences.

        When called: once per ruleset.
        Gets: nothing.
        May return: a list of `EventKind`. The log shows an undeclared event by its name and values.
        Merged: all lists together.
        Errors: two events with one name are an error that names both plugins.
        Example: `return [EventKind("flooded", "a place floods", {"place": PLACE_FIELD}, "{place} is under water")]`
        """

    # --- asked in play --------------------------------------------------------------------------------------------

    @hookspec
    def stoneage_roll_adjustment(self, state: State, seat: int, place: int, dice: int) -> int:  # type: ignore[empty-body]
        """Adds to the total of a roll.

        When called: for every roll with a single total, after tools are added; policies also call it earlier.
        Gets: the state, which it may not change, the seat that rolls, the index of the place whose effect rolls (-1 if none, as
            for a card), and the number of dice; arguments may be left out.
        May return: a whole number, negative to lower the total. To change only one place, use a quantity in the `divide` of its
            roll: it can halve the yield, for example.
        Merged: the sum; the total never falls below 0, nor rises above what dice and tools can make.
        Errors: an exception, or an answer that is not a whole number, is a `PluginError` that names plugin and hook.
        Example: `return -2 if danger_is_near(state) else 0`
        """

    @hookspec
    def stoneage_adjustment_cause(self, state: State, seat: int, place: int, dice: int) -> str:  # type: ignore[empty-body]
        """Names the cause of an adjustment of a seat's totals, for the log.

        When called: if there is a listener, and `stoneage_roll_adjustment` has changed a total.
        Gets: the arguments of `stoneage_roll_adjustment`: state, seat, place and dice.
        May return: a text, mostly the id of an item; empty if the cause is not of this module.
        Merged: all nonempty texts, joined by commas.
        Errors: an exception, or an answer that is not a text, is a `PluginError` that names plugin and hook.
        Example: `return "wolf" if danger_is_near(state) else ""`
        """

    @hookspec
    def stoneage_placement_barred(self, state: State, seat: int) -> int:  # type: ignore[empty-body]
        """Closes places to a seat.

        When called: whenever a seat's placements are listed.
        Gets: the state, which it may not change, and the placing seat; arguments may be left out.
        May return: the bits of the places closed to it: bit i is `state.rules.places[i]`.
        Merged: a place is closed when any answer closes it.
        Errors: an exception, or an answer that is not a whole number, is a `PluginError` that names plugin and hook.
        Example: `return bits_of_the_river_bank if state.round % 3 == 0 else 0`
        """
