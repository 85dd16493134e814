"""The mini-expansion Wild Animals: its pack, and in `plugin` what data cannot say."""
