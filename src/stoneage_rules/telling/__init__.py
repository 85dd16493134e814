"""Words for people: phrases, briefs and boards."""
