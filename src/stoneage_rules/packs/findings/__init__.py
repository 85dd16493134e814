"""What is wrong with packs, as values: how it is said, and the forms in which it is shown."""
