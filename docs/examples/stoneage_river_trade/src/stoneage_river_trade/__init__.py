"""River Trade, a house expansion: its pack, and in `plugin` what data cannot say."""
