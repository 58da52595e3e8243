"""Playing against the bot, and its hints."""
