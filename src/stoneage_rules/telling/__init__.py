"""Words for people: phrases, briefs, boards, logs and reasons."""
