"""Opening ports on localhost."""

from aiohttp import web

from bot.app.settings import SettingsError

HOST = "127.0.0.1"


async def open_port(runner: web.AppRunner, port: int, setting: str) -> None:
    """Serve on the port from ``setting``; raises SettingsError if it cannot be opened."""
    try:
        await web.TCPSite(runner, HOST, port).start()
    except (OSError, OverflowError) as error:
        raise SettingsError(
            f"Port {port} cannot be opened; another program may have it. Let {setting} be a free "
            "one, from 1024 to 65535."
        ) from error
