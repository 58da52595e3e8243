"""What the bot says when it comes to a server."""

from bot.features.greetings.service import GreetingService
