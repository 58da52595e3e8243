"""Commands, buttons and cards of challenges."""
