"""Servers in which the bot is not, or of which it does not hear."""

from collections.abc import Mapping
from typing import Any

from simcord.backend import Backend, errors, serializers
from simcord.backend.models import Guild

from tests.kit.strict.request import Instead, Request, kept, laid_round, refused


def remove_bot(backend: Backend, server_id: int) -> None:
    """Remove the bot from a server, which goes on without it."""
    guild, me = backend.get_guild(server_id), backend.bot_user.id
    kept(backend, "former", dict)[server_id] = guild.members.pop(me)
    for number in guild.thread_ids:
        if number in backend.channels:
            backend.channels[number].thread_members.pop(me, None)
    backend.emit("GUILD_DELETE", {"id": str(server_id)})


def add_bot(backend: Backend, server_id: int) -> None:
    """Add the bot to a server again that it was removed from, with the roles that it had."""
    guild = backend.get_guild(server_id)
    member = guild.members[backend.bot_user.id] = kept(backend, "former", dict).pop(server_id)
    member.joined_at = backend.now_iso()
    _introduce(backend, guild)


@laid_round(Backend, "remove_guild")
def _left(_: Instead, backend: Backend, server_id: int) -> None:
    """The bot leaves a server, which goes on without it."""
    remove_bot(backend, server_id)


def begin_outage(backend: Backend, server_id: int) -> None:
    """Let Discord have a server no more for a while; the bot is still in it."""
    backend.emit("GUILD_DELETE", {"id": str(server_id), "unavailable": True})
    kept(backend, "out", set).add(server_id)


def end_outage(backend: Backend, server_id: int) -> None:
    """Let Discord have the server again."""
    kept(backend, "out", set).discard(server_id)
    _introduce(backend, backend.get_guild(server_id))


def withhold(backend: Backend, server_id: int) -> None:
    """Tell the bot nothing of a server, as if another shard had it.

    A bot that starts then does not find it among its servers.
    """
    kept(backend, "withheld", set).add(server_id)


def tell(backend: Backend, server_id: int) -> None:
    """Tell the bot of a server after all, as if its shard had become ready late."""
    kept(backend, "withheld", set).discard(server_id)
    _introduce(backend, backend.get_guild(server_id))


def _introduce(backend: Backend, guild: Guild) -> None:
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))


def is_named(backend: Backend, server_id: int) -> bool:
    """Whether a bot that connects is told that it is in a server, be there an outage or not."""
    guild = backend.guilds.get(server_id)
    if guild is None:
        return True
    return backend.bot_user.id in guild.members and server_id not in kept(backend, "withheld", set)


def is_told(backend: Backend, server_id: int) -> bool:
    """Whether the bot is told what happens in a server."""
    return is_named(backend, server_id) and server_id not in kept(backend, "out", set)


def check_server(request: Request) -> None:
    """Refuse what is asked of a server in which the bot is not, or that Discord does not have."""
    backend, parts = request.backend, request.parts
    if parts[0] == "guilds" and parts[1].isdigit():
        server_id = int(parts[1])
        guild = backend.guilds.get(server_id)
        if guild is not None and backend.bot_user.id not in guild.members:
            raise errors.unknown_guild()
    else:
        server_id = (request.channel and request.channel.guild_id) or 0
    if server_id in kept(backend, "out", set):
        raise refused("503")


ABOUT_SERVERS = {"GUILD_CREATE", "GUILD_UPDATE"}
ALWAYS_HEARD = {"GUILD_DELETE", "INTERACTION_CREATE"}


@laid_round(Backend, "emit")
def _heard(emit: Instead, backend: Backend, event: str, payload: Mapping[str, Any]) -> None:
    """The bot hears of no server but its own."""
    server_id = payload.get("guild_id", payload.get("id") if event in ABOUT_SERVERS else None)
    if server_id is None or event in ALWAYS_HEARD or is_told(backend, int(server_id)):
        emit(backend, event, payload)


@laid_round(serializers, "guild_create_payload")
def _active(payload: Instead, backend: Backend, guild: Guild) -> Any:
    """A bot that connects is told of the threads that are not archived, and no others."""
    sent: Any = payload(backend, guild)
    shown = [each for each in sent["threads"] if not each["thread_metadata"]["archived"]]
    return {**sent, "threads": shown}
