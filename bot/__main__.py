"""The command line: ``quintet run``, ``demo``, ``backup`` and others (``python -m bot``).

Each command imports what it needs by itself, so that those of an operator do not wait a second for
Discord and the pictures, and the demo's simulated Discord need not be installed on a host.
"""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import structlog

from bot import VERSION
from bot.app.logging_setup import configure_logs
from bot.app.settings import ENV_FILE, Settings, SettingsError, read_settings
from data.errors import StorageError


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    options = _parser().parse_args(arguments)
    os.umask(0o077)  # whatever is written holds what people did, and is its owner's alone
    try:
        settings = read_settings(ENV_FILE, os.environ)
        configure_logs(settings.log_level, as_json=settings.log_format == "json")
        code: int = asyncio.run(options.work(settings, options))
        return code
    except (SettingsError, StorageError, OSError) as error:
        print(f"{error}", file=sys.stderr)
        return getattr(error, "exit_code", os.EX_IOERR)
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="quintet", description="The Quintet Discord bot")
    parser.add_argument("--version", action="version", version=f"Quintet {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="start the bot").set_defaults(work=_run)
    demo = commands.add_parser("demo", help="the bot on a simulated Discord in your browser")
    demo.add_argument(
        "--lively", action="store_true", help="with thirty people and a season behind them"
    )
    demo.add_argument("--port", type=int, default=8700, help="where the pages are (8700)")
    demo.add_argument(
        "--language", default="en", help="in which everybody's Discord is, such as it or pt_BR"
    )
    demo.set_defaults(work=_demo)
    migrate = commands.add_parser("migrate", help="bring the database up to date and stop")
    migrate.set_defaults(work=_migrate)
    backup = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("file", type=Path, help="the copy, which must not exist yet")
    backup.set_defaults(work=_back_up)
    check = commands.add_parser("restore-check", help="whether a copy can be used: every match")
    check.add_argument(
        "copy",
        nargs="?",
        help="a file, or the address of a database that was restored; else the newest daily copy",
    )
    check.set_defaults(work=_check_copy)
    restore = commands.add_parser("restore", help="put a copy in place of the database")
    restore.add_argument("file", type=Path, help="the copy; the database is kept beside it")
    restore.set_defaults(work=_restore)
    move = commands.add_parser("move-database", help="copy everything from SQLite to PostgreSQL")
    move.add_argument("source", help="the address of the SQLite file")
    move.add_argument("target", help="the address of an empty PostgreSQL database")
    move.set_defaults(work=_move)
    recompute = commands.add_parser("recompute", help="work all ratings out anew from the matches")
    recompute.set_defaults(work=_recompute)
    accept = commands.add_parser(
        "accept", help="go on with a database file whose companion is lost"
    )
    accept.set_defaults(work=_accept)
    deciding = commands.add_parser("timeouts", help="timeouts that were stopped: decide on them")
    deciding.add_argument("decision", choices=("show", "apply", "forgive"))
    deciding.set_defaults(work=_decide)
    stuck = commands.add_parser("stuck", help="timers and messages that failed: try or drop them")
    stuck.add_argument("act", nargs="?", default="show", choices=("show", "retry", "drop"))
    stuck.add_argument("names", nargs="*", help="as `quintet stuck` names them; all of them")
    stuck.set_defaults(work=_treat_stuck)
    for name, (says, subject) in _DUTIES.items():
        duty = commands.add_parser(name, help=says)
        duty.add_argument(subject, type=_discord_id, help="the id on Discord")
        duty.set_defaults(work=_do_duty, subject=subject)
    blocked = commands.add_parser("blocked", help="list whom the operator has blocked")
    blocked.set_defaults(work=_show_blocked)
    doctor = commands.add_parser("doctor", help="check token, permissions, database and fonts")
    doctor.set_defaults(work=_doctor)
    return parser


_DUTIES = {
    "forget": ("delete everything about a person, who asked for it", "person"),
    "forget-server": ("delete everything about a server, and let the bot leave it", "server"),
    "block": ("answer a person no more, or leave a server", "id"),
    "unblock": ("end the block of a person or a server", "id"),
}
"""What each of these commands does, and what its argument is the id of."""


def _discord_id(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 20 and 0 < int(text) < 2**63:
        return int(text)
    raise argparse.ArgumentTypeError(
        f"{text!r} is no id. An id is a number: switch on Developer Mode in Discord's settings "
        "(Advanced), right-click the person or server, and choose Copy ID"
    )


async def _do_duty(settings: Settings, options: argparse.Namespace) -> int:
    from bot.app import duties

    number: int = getattr(options, options.subject)
    match options.command:
        case "forget":
            return await duties.forget_person(settings, number)
        case "forget-server":
            return await duties.forget_server(settings, number)
        case "block":
            return await duties.block(settings, number)
        case _:
            return await duties.unblock(settings, number)


async def _show_blocked(settings: Settings, _: argparse.Namespace) -> int:
    from bot.app.duties import show_blocked

    return await show_blocked(settings)


async def _run(settings: Settings, _: argparse.Namespace) -> int:
    from bot.app.running import run_bot
    from bot.app.sessions import ConnectingError

    for each in settings.unknown:
        structlog.get_logger("bot").warning("unknown setting", says=each)
    try:
        await run_bot(settings)
    except ConnectingError as error:
        print(f"{error}", file=sys.stderr)
        return error.exit_code
    return 0


async def _demo(settings: Settings, options: argparse.Namespace) -> int:
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # simcord tries one without intents
    try:
        from bot.demo import run_demo
    except ModuleNotFoundError as error:
        raise SettingsError(
            "The demo needs packages that are not installed. Install quintet with its extra demo, "
            "or begin with make demo in a clone."
        ) from error
    speed = settings.demo_speed
    await run_demo(options.port, lively=options.lively, speed=speed, language=options.language)
    return 0


async def _migrate(settings: Settings, _: argparse.Namespace) -> int:
    from data.operating import open_patiently
    from data.sqlite_file import sole_use

    with sole_use(settings.database_url):
        await (await open_patiently(settings.database_url)).close()
    print("The database is up to date.")
    return 0


async def _back_up(settings: Settings, options: argparse.Namespace) -> int:
    from data.operating import back_up

    await back_up(settings.database_url, options.file)
    print(f"Copied to {options.file}.")
    return 0


async def _check_copy(settings: Settings, options: argparse.Namespace) -> int:
    from bot.app.daily_backups import newest_copy
    from bot.app.operating import check_copy

    copy = options.copy or newest_copy(settings)
    checked = await check_copy(str(copy), settings.database_url)
    for damage in checked.damages:
        print(f"NO  {damage}")
    print(
        f"{copy} {'is damaged' if checked.damages else 'can be used'}: {checked.matches} "
        f"matches with {checked.entries} entries replayed."
    )
    return 1 if checked.damages else 0


async def _restore(settings: Settings, options: argparse.Namespace) -> int:
    from bot.app.operating import restore

    restored = await restore(settings, options.file)
    print(f"Restored from {options.file}: {restored.matches} matches. Start the bot now.")
    return 0


async def _move(_: Settings, options: argparse.Namespace) -> int:
    import bot.app.features  # noqa: F401 - features declare what kinds there are
    from data.operating import move_database

    for table, rows in (await move_database(options.source, options.target)).items():
        print(f"{table}: {rows}")
    print("Everything was copied and compared. Now let DATABASE_URL be the new address.")
    return 0


async def _recompute(settings: Settings, _: argparse.Namespace) -> int:
    from bot.app.operating import recompute_ratings

    return await recompute_ratings(settings)


async def _accept(settings: Settings, _: argparse.Namespace) -> int:
    from data.addresses import explain_errors, is_file, path_of, read_address
    from data.errors import OpeningError
    from data.operating import condition_of
    from data.sqlite_file import lacks_wal, sole_use, unmark

    target = read_address(settings.database_url)
    if not is_file(target):
        raise OpeningError("Only an SQLite file has a companion that can be lost.")
    path = path_of(target)
    with sole_use(settings.database_url), explain_errors(target):
        if lacks_wal(path):
            unmark(path)
            print(f"{path} counts as whole. The bot can be started.")
        else:
            await condition_of(settings.database_url)
            print(f"Nothing is to be accepted: {path} has lost nothing. The bot can be started.")
    return 0


async def _decide(settings: Settings, options: argparse.Namespace) -> int:
    from bot.app.operating import decide_timeouts

    return await decide_timeouts(settings, options.decision)


async def _treat_stuck(settings: Settings, options: argparse.Namespace) -> int:
    from bot.app.operating import treat_stuck

    return await treat_stuck(settings, options.act, options.names)


async def _doctor(settings: Settings, _: argparse.Namespace) -> int:
    from bot.app.doctor import examine

    findings = await examine(settings)
    for finding in findings:
        print(f"{'ok ' if finding.ok else 'NO '} {finding.about}: {finding.says}")
    return 0 if all(finding.ok for finding in findings) else 1


if __name__ == "__main__":
    sys.exit(main())
