"""Edits carried out: which records they mean, what they do, whether packs agree."""
