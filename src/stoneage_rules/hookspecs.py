"""Every hook, on one page.

A hook comes only with a module that needs it.  Hooks that contribute are called once, when rules are compiled.
"""

from __future__ import annotations

from pathlib import Path

import pluggy

__all__ = ["PROJECT", "Hooks", "hookimpl"]

PROJECT = "stoneage"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Hooks:
    """The hook specifications."""

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
