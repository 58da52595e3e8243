"""Playing against the bot itself."""
