"""Commands for operators: ratings, backups, timeouts that are held, and what is stuck."""

import asyncio
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import discord
from sqlalchemy import URL, Connection, func, select

import bot.app.features  # noqa: F401 - features declare what kinds there are
from bot.app.settings import Settings
from bot.core import stuck
from bot.core.matches import MatchStore, damage_of
from bot.features.ratings import recompute_all
from bot.features.timekeeping import Held, TimeoutStop, forgive_timeouts, held_timeouts
from bot.features.timekeeping import storage as timekeeping
from data.addresses import RESTORE, is_file, read_address, spoken
from data.archives import check_archive, is_archive, restore_into, restored
from data.database import Database
from data.errors import OpeningError
from data.operating import Condition, condition_of, open_database
from data.restoring import replace_file
from data.sqlite_file import check_whole, sole_use, wal_of
from data.tables import entries, matches


async def recompute_ratings(settings: Settings) -> int:
    """Recompute all ratings and print the counts; returns the exit code. Raises StorageError."""
    with sole_use(settings.database_url):
        async with await open_database(settings.database_url) as database:
            done = await database.write(recompute_all, MatchStore(discord.utils.utcnow))
    print(f"{done.results} results, {done.rated} of them rated, give {done.ratings} ratings.")
    if done.unreadable:
        print(f"{done.unreadable} matches cannot be read and count for nothing: see restore-check.")
    return 0 if done.unreadable == 0 else 1


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check, with messages about damage."""

    matches: int
    entries: int
    damages: tuple[str, ...]


async def check_copy(copy: str, server: str | None = None) -> Checked:
    """Open a copy of the database, migrate it, and replay every match.

    ``copy`` is an SQLite file or an archive of PostgreSQL, which are not changed, or the address of
    a PostgreSQL database restored for this. An archive is restored into a database of its own on
    the server of the address ``server``. Raises StorageError if it cannot be opened.
    """
    if "://" in copy:
        return await _check(copy)
    if await asyncio.to_thread(_is_archive, Path(copy)):
        return await _check_archive(Path(copy), server)
    with TemporaryDirectory() as folder:
        path = await asyncio.to_thread(_copy_into, Path(copy), Path(folder))
        url = URL.create("sqlite+aiosqlite", database=str(path))
        try:
            return await _check(url.render_as_string())
        except OpeningError as error:
            says = str(error).replace(str(path), copy).replace(RESTORE, "Take another copy.")
            raise type(error)(says) from error


def _is_archive(path: Path) -> bool:
    if not path.is_file():
        raise OpeningError(f"There is no file {path}.")
    return is_archive(path)


async def _check_archive(path: Path, server: str | None) -> Checked:
    url = None if server is None else read_address(server)
    if url is None or is_file(url):
        raise OpeningError(
            f"{path} is an archive of PostgreSQL. Let DATABASE_URL be an address on a PostgreSQL "
            "server, where it is restored into a database of its own and tried."
        )
    await check_archive(path)
    async with restored(url, path) as made:
        return await _check(made.render_as_string(hide_password=False))


async def restore(settings: Settings, copy: Path) -> Checked:
    """Put a copy in place of the database, after trying it; returns what is in it.

    An SQLite file that is there is moved into a folder beside it; on a server the database must be
    empty. No bot may run. Raises StorageError, with nothing changed.
    """
    target = read_address(settings.database_url)
    if is_file(target) and await asyncio.to_thread(_is_archive, copy):
        raise OpeningError(
            f"{copy} is an archive of PostgreSQL, and DATABASE_URL names an SQLite file. Let it "
            "name an empty database on a PostgreSQL server."
        )
    checked = await check_copy(str(copy), settings.database_url)
    if checked.damages:
        raise OpeningError(f"{copy} is damaged. {checked.damages[0]} Take another copy.")
    if is_file(target):
        await asyncio.to_thread(replace_file, settings.database_url, copy)
    elif await condition_of(settings.database_url) is Condition.EMPTY:
        await restore_into(target, copy)
    else:
        raise OpeningError(
            f"{spoken(target)} is not empty. Make an empty database with createdb, and let "
            "DATABASE_URL name that."
        )
    return checked


def _copy_into(path: Path, folder: Path) -> Path:
    check_whole(path)
    copied = folder / "copy.db"
    shutil.copyfile(path, copied)
    if wal_of(path).exists():
        shutil.copyfile(wal_of(path), wal_of(copied))
    return copied


async def _check(url: str) -> Checked:
    async with await open_database(url, create=False) as database:
        damages = list(await database.read(_broken_pages))
        numbers = select(matches.c.id).order_by(matches.c.id)
        ids = await database.read(lambda connection: connection.scalars(numbers).all())
        store = MatchStore(lambda: datetime.now(UTC))
        for match_id in ids:
            damage = await database.read(damage_of, store, match_id)
            damages += [] if damage is None else [damage]
        count = await database.read(Connection.scalar, select(func.count()).select_from(entries))
        return Checked(len(ids), count or 0, tuple(damages))


def _broken_pages(connection: Connection) -> tuple[str, ...]:
    if connection.dialect.name != "sqlite":
        return ()  # pg_restore has checked them
    found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
    return tuple(f"The file: {each}." for each in found if each != "ok")


Ask = Callable[[str], str]
"""Asks for a line to be typed."""


def confirmed(what: str, number: int, ask: Ask) -> bool:
    """Print what will happen, and return whether the operator typed the number."""
    try:
        typed = ask(f"{what}\nType {number} to do it: ")
    except (EOFError, RuntimeError):  # standard input is empty, or closed
        print("\nNothing was typed, which takes a terminal. Nothing was changed.")
        return False
    if typed.strip() == str(number):
        return True
    print("That is another number. Nothing was changed.")
    return False


SHOWN = 20

SHOW_WAYS = (
    "Decide with `quintet timeouts forgive`: everybody gets time to move; or with "
    "`quintet timeouts apply`: they lose on time."
)
NOTHING = "No timeouts are stopped. There is nothing to decide."


async def decide_timeouts(
    settings: Settings,
    decision: str,
    ask: Ask = input,
    now: Callable[[], datetime] = discord.utils.utcnow,
) -> int:
    """Print the held timeouts, or forgive or apply them; returns the exit code.

    The bot may be running. ``ask`` prompts for the number of players as a confirmation.
    """
    async with await open_database(settings.database_url, beside_a_bot=True) as database:
        found = await database.write(held_timeouts, now())
        if found.stop is None:
            print(NOTHING)
            return 0
        print(_report(found.stop, found, now()))
        match decision:
            case "forgive":
                count = await database.write(forgive_timeouts, now())
                print(f"{count} players have time to move, and the clocks go on.")
            case "apply":
                return await _apply(database, found, ask)
            case _:
                print(SHOW_WAYS)
        return 0


async def _apply(database: Database, held: Held, ask: Ask) -> int:
    count = held.players
    matches = len(held.matches)
    what = f"This will let {count} players lose on time or leave, in {matches} matches."
    if not confirmed(what, count, ask):
        return 1
    await database.write(timekeeping.allow_timeouts)
    print("The running bot applies them within a minute, except where somebody has moved.")
    return 0


def _report(stop: TimeoutStop, held: Held, now: datetime) -> str:
    """The report on held timeouts and late players."""
    lines = [
        f"Stopped at {stop.stopped_at:%Y-%m-%d %H:%M:%S} UTC: the time of {stop.due} of "
        f"{stop.running} players to move had run out at once.",
        f"{held.players} players are late in {len(held.matches)} matches:",
    ]
    for match in held.matches[:SHOWN]:
        late = "" if match.deadline is None else f", {(now - match.deadline)} ago".split(".")[0]
        lines.append(f"  match {match.id} ({match.game}), player {match.to_move_player}{late}")
    more = len(held.matches) - SHOWN
    return "\n".join([*lines, *([f"  and {more} more"] if more > 0 else [])])


STUCK_SHOWN = 50
NOTHING_STUCK = "Nothing is stuck."
STUCK_WAYS = (
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
    async with await open_database(settings.database_url, beside_a_bot=True) as database:
        found = await database.read(stuck.all_stuck)
        unknown = sorted(set(names) - {each.name for each in found})
        if unknown:
            print(f"Not stuck: {', '.join(unknown)}. Nothing was changed.")
            return 1
        if not found:
            print(NOTHING_STUCK)
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
                more = len(found) - STUCK_SHOWN
                print(*map(_line, found[:STUCK_SHOWN]), sep="\n")
                print(*([f"and {more} more"] if more > 0 else []), STUCK_WAYS, sep="\n")
    return 0


def _line(each: stuck.Stuck) -> str:
    """One line about a timer or message."""
    if not each.is_known:
        return f"{each.name}: {each.kind} is of another version"
    again = f"again at {each.again_at:%Y-%m-%d %H:%M} UTC"
    return f"{each.name}: {each.kind} failed {each.failures} times, {again}: {each.error}"
