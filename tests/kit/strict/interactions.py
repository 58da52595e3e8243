"""Interactions: how long they can be answered, and where a person alone has installed the bot."""

from typing import Any

from simcord import interactions
from simcord.backend import Backend
from simcord.backend.models import Interaction

from tests.kit.strict import threads
from tests.kit.strict.channels import GROUP
from tests.kit.strict.documented import FOLLOW_UP
from tests.kit.strict.request import Instead, Request, laid_round, refused

IN_SERVER, WITH_BOT, ELSEWHERE = 0, 1, 2
"""Where something is used: in a server, in the bot's direct messages, in those of others."""
BY_SERVER, BY_PERSON = "0", "1"
"""Who has installed the bot where something is used."""
FOLLOW_UPS = 5
"""How many there may be to one interaction where only a person has installed the bot."""


def is_member(backend: Backend, server_id: int | None) -> bool:
    """Whether the bot is in a server; direct messages are in none."""
    return server_id is None or backend.bot_user.id in backend.get_guild(server_id).members


def check_token(request: Request) -> None:
    """Refuse what comes when an interaction can be answered no more."""
    if request.parts[0] != "webhooks" or len(request.parts) < 3:
        return
    backend = request.backend
    number = backend.interaction_tokens.get(request.parts[2])
    if number is None:
        return
    record = backend.interactions[number]
    if record.expires_at is not None and backend.now_iso() >= record.expires_at:
        raise refused("50027")
    is_full = len(record.followup_ids) >= FOLLOW_UPS and not record.loading
    if request.call == FOLLOW_UP and is_full and not is_member(backend, record.guild_id):
        raise refused("40094")


@laid_round(interactions, "base_payload")
def _truthful(payload: Instead, backend: Backend, **about: Any) -> tuple[Interaction, Any]:
    """Interactions tell where they are used, and reopen threads for who may do that."""
    channel_id, server_id, person = about["channel_id"], about["guild_id"], about["user_id"]
    threads.open_for(backend, channel_id, person)
    record, sent = payload(backend, **about)
    owners = {BY_SERVER: str(server_id or 0)}
    if backend.get_channel(channel_id).type == GROUP:
        owners, sent["context"] = {BY_PERSON: str(person)}, ELSEWHERE
    elif not is_member(backend, server_id):
        owners = {BY_PERSON: str(person)}
        sent["guild"] = {"id": str(server_id), "locale": "en-US", "features": []}
    sent["authorizing_integration_owners"] = owners
    return record, sent
