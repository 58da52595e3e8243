"""Every extension the client loads, by name, so that nothing is found by accident."""

EXTENSIONS = (
    "bot.chat.challenges.commands",
    "bot.chat.challenges.menus",
    "bot.chat.conditionals.commands",
    "bot.chat.help.commands",
    "bot.chat.ladders.commands",
    "bot.chat.leaderboards.commands",
    "bot.chat.matches.commands",
    "bot.chat.matches.list_commands",
    "bot.chat.opponents.commands",
    "bot.chat.privacy.commands",
    "bot.chat.profiles.commands",
    "bot.chat.puzzles.commands",
    "bot.chat.replay.commands",
    "bot.chat.requests.commands",
    "bot.chat.rulebook.commands",
    "bot.chat.rulings.commands",
    "bot.chat.settings.commands",
    "bot.chat.vacation.commands",
)
