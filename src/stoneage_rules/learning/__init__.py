"""Adapters for learners: `pettingzoo`, `gymnasium` and `openspiel`, each with what its extra installs."""
