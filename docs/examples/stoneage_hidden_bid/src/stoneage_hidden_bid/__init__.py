"""Hidden Bid: its pack, and in `plugin` what data cannot say."""
