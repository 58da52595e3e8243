"""Ports that are open on this machine alone."""

from aiohttp import web

from bot.app.settings import SettingsError

HOST = "127.0.0.1"


async def open_port(runner: web.AppRunner, port: int, setting: str) -> None:
    """Let pages be asked for on the port, which ``setting`` names; raises SettingsError."""
    try:
        await web.TCPSite(runner, HOST, port).start()
    except (OSError, OverflowError) as error:
        raise SettingsError(
            f"Port {port} cannot be opened; another program may have it. Let {setting} be a free "
            "one, from 1024 to 65535."
        ) from error
