"""``python -m bot recompute``: all results and ratings, worked out anew from the matches."""

import discord

from bot.app.settings import Settings
from bot.services.matches import MatchStore
from bot.services.results import recompute_all
from data.database import Database
from data.sqlite_file import sole_use


async def recompute_ratings(settings: Settings) -> int:
    """Work them out, say how many there are, and give the exit code.

    Raises StorageError where a bot uses the database, or it cannot be used.
    """
    with sole_use(settings.database_url):
        database = await Database.open(settings.database_url)
        try:
            done = await database.write(recompute_all, MatchStore(discord.utils.utcnow))
        finally:
            await database.close()
    print(f"{done.results} results, {done.rated} of them rated, give {done.ratings} ratings.")
    if done.unreadable:
        print(f"{done.unreadable} matches cannot be read and count for nothing: see restore-check.")
    return 0 if done.unreadable == 0 else 1
