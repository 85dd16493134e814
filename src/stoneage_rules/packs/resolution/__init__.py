"""Resolution of packs: visibility, load order, options and names."""
