"""The mechanisms of the game, one room each: placing, rolling, buying, feeding and so on.

Each enters through the hooks that plugins use; the kernel knows none of them.
"""
