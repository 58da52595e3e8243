"""Commands, buttons and messages of matches."""
