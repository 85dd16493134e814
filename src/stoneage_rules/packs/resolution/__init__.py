"""The packs that a pack sees, their order, and the meaning of their options and names."""
