"""Warnings about packs that load: dead content, conditions that never change, words that nobody reads."""
