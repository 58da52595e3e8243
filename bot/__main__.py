"""The command line: ``python -m bot run|demo|migrate|backup|doctor``."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import discord

from bot.app.client import Quintet
from bot.app.doctor import examine
from bot.app.logging_setup import configure_logs
from bot.app.settings import Settings, SettingsError, read_env_file
from bot.app.stopping import run_until_stopped
from data.database import Database, StorageError
from renderer import Renderer

ENV_FILE = Path(".env")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    options = _parser().parse_args(arguments)
    try:
        settings = Settings.from_environment({**read_env_file(ENV_FILE), **os.environ})
        configure_logs(settings.log_level)
        return asyncio.run(_do(options, settings))
    except (SettingsError, StorageError, FileExistsError, OSError) as error:
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
    demo.add_argument("--port", type=int, default=8700, help="where the pages are (8700)")
    commands.add_parser("migrate", help="bring the database up to date and stop")
    backup = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("file", type=Path, help="the copy, which must not exist yet")
    commands.add_parser("doctor", help="check token, permissions, database and fonts")
    return parser


async def _do(options: argparse.Namespace, settings: Settings) -> int:
    match options.command:
        case "run":
            await _run(settings)
        case "demo":
            await _demo(options.port)
        case "migrate":
            await (await Database.open(settings.database_url)).close()
            print("The database is up to date.")
        case "backup":
            await _backup(settings, options.file)
        case "doctor":
            return await _doctor(settings)
    return 0


async def _run(settings: Settings) -> None:
    async with Quintet(settings, Renderer()) as client:
        await run_until_stopped(client, settings.require_token())


async def _demo(port: int) -> None:
    # only the demo needs the simulated Discord, which a host need not install
    from bot.sandbox import run_demo

    await run_demo(port)


async def _backup(settings: Settings, copy: Path) -> None:
    database = await Database.open(settings.database_url)
    try:
        await database.backup(copy)
    finally:
        await database.close()
    print(f"Copied to {copy}.")


async def _doctor(settings: Settings) -> int:
    findings = await examine(settings)
    for finding in findings:
        print(f"{'ok ' if finding.ok else 'NO '} {finding.about}: {finding.says}")
    return 0 if all(finding.ok for finding in findings) else 1


if __name__ == "__main__":
    sys.exit(main())
