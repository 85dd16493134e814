"""Text for people and programs: spelling, TOML, terminals.  A leaf: it imports nothing of the library."""
