"""What players can do. Nothing here knows Discord's library; bot.commands and bot.views do."""
