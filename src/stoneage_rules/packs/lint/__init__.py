"""Warnings about packs that load: dead content, constant conditions, unused names."""
