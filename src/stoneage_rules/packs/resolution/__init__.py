"""Which packs a pack sees, in which order they load, and what their options and names resolve to."""
