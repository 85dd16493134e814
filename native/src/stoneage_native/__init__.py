"""Plays random games of stoneage-rules at the speed of the machine: the same games, from the same compiled tables."""

from stoneage_native.play import Rollout, engine, play_out, unknown

__all__ = ["Rollout", "engine", "play_out", "unknown"]
