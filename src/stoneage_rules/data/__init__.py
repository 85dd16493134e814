"""Plain data of the rules and of their states, as programs read it; imported when it is asked for."""
