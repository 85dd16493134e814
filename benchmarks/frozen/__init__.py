"""Policies as they once played: fixed opponents, by which later ones are measured."""
