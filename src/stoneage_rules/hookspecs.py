"""Every hook, on one page.

Hooks that register contribute once, when rules are compiled; the others answer questions in play and may not change the
state.  A hook that no enabled plugin implements costs nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from stoneage_rules.kernel.engine import Frame
    from stoneage_rules.kernel.limits import Limit
    from stoneage_rules.kernel.quantities import QuantityKind
    from stoneage_rules.kernel.state import State
    from stoneage_rules.kernel.verbs import Verb

__all__ = ["CONTENT", "PROJECT", "Hooks", "hookimpl"]

PROJECT = "stoneage"
CONTENT = "stoneage_content"
"""The one hook of a module without Python."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Hooks:
    """The hook specifications."""

    # --- contributed when rules are compiled ----------------------------------------------------------------------

    @hookspec
    def stoneage_content(self) -> Path:  # type: ignore[empty-body]
        """Hands over a pack.

        When called: once per ruleset, before anything is compiled.
        Gets: nothing.
        May return: the folder that holds `pack.toml` and the content.
        Merged: all packs together; their manifests decide the order, never the order of registration.
        Errors: a folder without `pack.toml` is a diagnostic of that pack.
        Example: `PackPlugin("/path/to/my-rules")` implements it for any folder.
        """

    @hookspec
    def stoneage_register_verbs(self) -> list[type[Verb]]:  # type: ignore[empty-body]
        """Adds verbs, so that content can name them after `do`.

        When called: once per ruleset, before content is read.
        Gets: nothing.
        May return: a list of subclasses of `Verb`, each with a `do` of its own.
        Merged: all lists together, sorted by `do`.
        Errors: two verbs with one `do` are refused, with both plugins named.
        Example: `return [DriveOff]`
        """

    @hookspec
    def stoneage_register_frames(self) -> list[type[Frame]]:  # type: ignore[empty-body]
        """Adds kinds of unfinished work: steps, decisions, chance events.

        When called: once per ruleset, before content is compiled.
        Gets: nothing.
        May return: a list of subclasses of `Step`, `Decision` or `Chance`, each with a `name` of its own.
        Merged: all lists together, sorted by `name`.
        Errors: two frames with one `name` are refused, with both plugins named.
        Example: `return [RewardRoll, ClaimReward]`
        """

    @hookspec
    def stoneage_register_quantities(self) -> list[QuantityKind]:  # type: ignore[empty-body]
        """Adds quantities, so that amounts, scoring lines and the tie-break can count something new.

        When called: once per ruleset, before content is read.
        Gets: nothing.
        May return: a list of `QuantityKind`, each with a `name` of its own.
        Merged: all lists together, sorted by `name`.
        Errors: two quantities with one `name` are refused, with both plugins named.
        Example: `return [QuantityKind("round", "the number of the round", bind_round)]`
        """

    @hookspec
    def stoneage_register_limits(self) -> list[type[Limit]]:  # type: ignore[empty-body]
        """Adds counters for `[[limit]]`.

        When called: once per ruleset, before content is read.
        Gets: nothing.
        May return: a list of subclasses of `Limit`, each with a `counts` of its own.
        Merged: all lists together, sorted by `counts`.
        Errors: two counters with one `counts` are refused, with both plugins named.
        Example: `return [FiguresInGroup]`
        """

    # --- asked in play --------------------------------------------------------------------------------------------

    @hookspec
    def stoneage_roll_adjustment(self, state: State, seat: int) -> int:  # type: ignore[empty-body]
        """What is added to the total of a roll.

        When called: for every roll that makes one total, after tools have been added.
        Gets: the state, which it may not change, and the seat that rolls.
        May return: a whole number, negative to lower the total.
        Merged: the sum; the total never falls below 0.
        Errors: an exception becomes a `PluginError` that names plugin and hook.
        Example: `return -2 if danger_is_near(state) else 0`
        """

    @hookspec
    def stoneage_placement_barred(self, state: State, seat: int) -> int:  # type: ignore[empty-body]
        """Closes places to a seat.

        When called: whenever a seat's placements are listed.
        Gets: the state, which it may not change, and the seat that would place.
        May return: the bits of the places that are closed to it: bit i stands for `state.rules.places[i]`.
        Merged: a place is closed when any answer closes it.
        Errors: an exception becomes a `PluginError` that names plugin and hook.
        Example: `return 1 << ferry if state.round % 2 else 0`
        """
