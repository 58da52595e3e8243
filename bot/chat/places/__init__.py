"""What managers are told of places where the bot cannot post, and of roles that are gone."""
