"""Rights in a server."""

from sqlalchemy import Connection

from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.people.settings import ServerSettings, server_settings
from data.ids import RoleId, ServerId
from rules.texts import Text


class NotAManager(ServiceError):
    """Only those who manage the server, or hold ``role_id`` where it is set, may do this."""

    role_id: RoleId | None


class NoServerHere(ServiceError):
    """This can only be done in a server."""

    says = Text("This works only in a server.")


def settings_here(connection: Connection, actor: Actor) -> ServerSettings:
    """The settings of the actor's server; outside servers the defaults."""
    server_id = actor.place.server_id
    return ServerSettings() if server_id is None else server_settings.get(connection, server_id)


def server_of(actor: Actor) -> ServerId:
    """The actor's server; raises NoServerHere."""
    if actor.place.server_id is None:
        raise NoServerHere
    return actor.place.server_id


def administered(actor: Actor) -> ServerId:
    """The actor's server, if Discord lets them manage it; raises NoServerHere or NotAManager."""
    server_id = server_of(actor)
    if not actor.person.manages_server:
        raise NotAManager(None)
    return server_id


def managed(connection: Connection, actor: Actor) -> ServerId:
    """The actor's server, if they are a manager there; raises NoServerHere or NotAManager."""
    server_id = server_of(actor)
    check_manager(connection, actor, server_id)
    return server_id


def check_manager(connection: Connection, actor: Actor, server: ServerId | None) -> None:
    """Raise NoServerHere or NotAManager unless the actor acts in ``server`` and manages it."""
    here = server_of(actor)
    chosen = server_settings.get(connection, here)
    if here != server or not manages(actor, chosen):
        raise NotAManager(chosen.manager_role_id)


def manages(actor: Actor, chosen: ServerSettings) -> bool:
    """Whether the actor is a manager in their server, whose settings are ``chosen``."""
    person, role = actor.person, chosen.manager_role_id
    return person.manages_server or (role is not None and role in person.roles)
