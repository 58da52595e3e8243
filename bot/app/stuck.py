"""``quintet stuck``: listing, retrying and dropping timers and messages put aside."""

import os
from collections.abc import Callable, Sequence
from datetime import datetime

import discord

from bot.app.settings import Settings
from bot.core import stuck
from bot.core.stuck import Stuck
from data.database import Database

SHOWN = 50
NOTHING = "Nothing is stuck."
WAYS = (
    "They are tried again by themselves. `quintet stuck retry` tries all of them now, "
    "`quintet stuck retry NAME …` some, and `quintet stuck drop NAME …` gives them up."
)
SOON = "The running bot tries them within five minutes."


async def treat_stuck(
    settings: Settings,
    act: str,
    names: Sequence[str],
    now: Callable[[], datetime] = discord.utils.utcnow,
) -> int:
    """List, retry or drop what is stuck; returns the exit code. The bot may be running."""
    if act == "drop" and not names:
        print("Name what to drop, as `quintet stuck` does.")
        return os.EX_USAGE
    async with await Database.open(settings.database_url, beside_a_bot=True) as database:
        found = await database.read(stuck.all_stuck)
        unknown = sorted(set(names) - {each.name for each in found})
        if unknown:
            print(f"Not stuck: {', '.join(unknown)}. Nothing was changed.")
            return 1
        if not found:
            print(NOTHING)
            return 0
        chosen = names or [each.name for each in found]
        match act:
            case "retry":
                await database.write(stuck.retry, chosen, now())
                print(f"{len(chosen)} are due now. {SOON}")
            case "drop":
                await database.write(stuck.drop, chosen, now())
                print(f"{len(chosen)} will never be done.")
            case _:
                print("\n".join([*map(_line, found[:SHOWN]), *_more(found), WAYS]))
    return 0


def _line(each: Stuck) -> str:
    """One line about a timer or message."""
    if not each.is_known:
        return f"{each.name}: {each.kind} is of another version"
    again = f"again at {each.again_at:%Y-%m-%d %H:%M} UTC"
    return f"{each.name}: {each.kind} failed {each.failures} times, {again}: {each.error}"


def _more(found: Sequence[Stuck]) -> list[str]:
    return [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
