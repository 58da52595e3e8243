"""How people see the bot: the only floor that knows Discord."""
