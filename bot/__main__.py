"""The command line: ``python -m bot run``, ``demo``, ``backup`` and others."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import aiohttp
import discord

from bot.app.client import Quintet
from bot.app.doctor import examine
from bot.app.logging_setup import configure_logs
from bot.app.restore_check import check_copy
from bot.app.settings import Settings, SettingsError, read_env_file
from bot.app.stopping import run_until_stopped
from bot.app.timeouts import decide_timeouts
from bot.services.matches import MatchStore
from bot.services.standings import recompute_all
from data.addresses import is_file, path_of, read_address
from data.backing_up import back_up
from data.database import Database
from data.errors import OpeningError, StorageError
from data.moving import move_database
from data.shard_use import sole_shards
from data.sole_use import sole_use
from data.sqlite_file import accept_as_it_is
from renderer import Renderer

ENV_FILE = Path(".env")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    options = _parser().parse_args(arguments)
    try:
        settings = Settings.from_environment({**read_env_file(ENV_FILE), **os.environ})
        configure_logs(settings.log_level)
        return asyncio.run(_do(options, settings))
    except aiohttp.ClientError as error:
        print(f"Discord cannot be reached ({error}). Check the network.", file=sys.stderr)
        return 1
    except (SettingsError, StorageError, OSError) as error:
        print(f"{error}", file=sys.stderr)
        return 1
    except discord.LoginFailure:
        print("Discord does not accept the token. Reset it and copy it again.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="The Quintet Discord bot")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="start the bot")
    demo = commands.add_parser("demo", help="the bot on a simulated Discord in your browser")
    demo.add_argument(
        "--lively", action="store_true", help="with thirty people and a season behind them"
    )
    demo.add_argument("--port", type=int, default=8700, help="where the pages are (8700)")
    commands.add_parser("migrate", help="bring the database up to date and stop")
    backup = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("file", type=Path, help="the copy, which must not exist yet")
    check = commands.add_parser("restore-check", help="whether a copy can be used: every match")
    check.add_argument("copy", help="a file, or the address of a database that was restored")
    move = commands.add_parser("move-database", help="copy everything from SQLite to PostgreSQL")
    move.add_argument("source", help="the address of the SQLite file")
    move.add_argument("target", help="the address of an empty PostgreSQL database")
    commands.add_parser("recompute", help="work all ratings out anew from the matches")
    commands.add_parser("accept", help="go on with a database file whose companion is lost")
    deciding = commands.add_parser("timeouts", help="timeouts that were stopped: decide on them")
    deciding.add_argument("decision", choices=("show", "apply", "forgive"))
    commands.add_parser("doctor", help="check token, permissions, database and fonts")
    return parser


async def _do(options: argparse.Namespace, settings: Settings) -> int:
    match options.command:
        case "run":
            await _run(settings)
        case "demo":
            await _demo(options.port, lively=options.lively)
        case "migrate":
            await _migrate(settings)
            print("The database is up to date.")
        case "backup":
            await back_up(settings.database_url, options.file)
            print(f"Copied to {options.file}.")
        case "move-database":
            await _move(options.source, options.target)
        case "recompute":
            return await _recompute(settings)
        case "accept":
            _accept(settings)
        case _:
            return await _judge(options, settings)
    return 0


async def _judge(options: argparse.Namespace, settings: Settings) -> int:
    """Do what tells by its exit code how things are."""
    match options.command:
        case "restore-check":
            return await _check_copy(options.copy)
        case "timeouts":
            return await decide_timeouts(settings, options.decision)
    return await _doctor(settings)


async def _run(settings: Settings) -> None:
    token = settings.require_token()
    with sole_use(settings.database_url):
        await _migrate(settings)  # before Discord is asked for anything
        async with (
            sole_shards(settings.database_url, settings.shards),
            Quintet(settings, Renderer()) as client,
        ):
            await run_until_stopped(client, token)


async def _migrate(settings: Settings) -> None:
    await (await Database.open(settings.database_url)).close()


async def _demo(port: int, *, lively: bool) -> None:
    # only the demo needs the simulated Discord, which a host need not install
    from bot.sandbox import run_demo

    await run_demo(port, lively=lively)


async def _check_copy(copy: str) -> int:
    checked = await check_copy(copy)
    for damage in checked.damages:
        print(f"NO  {damage}")
    verdict = "can be used" if checked.is_whole else "is damaged"
    print(f"{copy} {verdict}: {checked.matches} matches with {checked.entries} entries replayed.")
    return 0 if checked.is_whole else 1


async def _move(source: str, target: str) -> None:
    for table, rows in (await move_database(source, target)).items():
        print(f"{table}: {rows}")
    print("Everything was copied and compared. Now let DATABASE_URL be the new address.")


async def _recompute(settings: Settings) -> int:
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


def _accept(settings: Settings) -> None:
    target = read_address(settings.database_url)
    if not is_file(target):
        raise OpeningError("Only an SQLite file has a companion that can be lost.")
    with sole_use(settings.database_url):
        accept_as_it_is(path_of(target))
    print(f"{path_of(target)} counts as whole. The bot can be started.")


async def _doctor(settings: Settings) -> int:
    findings = await examine(settings)
    for finding in findings:
        print(f"{'ok ' if finding.ok else 'NO '} {finding.about}: {finding.says}")
    return 0 if all(finding.ok for finding in findings) else 1


if __name__ == "__main__":
    sys.exit(main())
