"""The command `stoneage` in this process, as it is installed."""

from __future__ import annotations

from importlib.metadata import entry_points

main = entry_points(group="console_scripts")["stoneage"].load()
