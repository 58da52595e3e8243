"""Declares the feature: requests among the players of a match."""

from datetime import timedelta
from operator import attrgetter

from sqlalchemy import Connection

from bot.core.matches import SINCE_BEGUN, Hook, MatchStore
from bot.core.outbox import Due
from bot.core.posting import NO_REPOST, Post, PostKind, Sent, Wanted
from bot.core.services import Hooks, Prune, Services, of_matches, plain
from bot.features.requests import screen, storage
from bot.features.requests.service import (
    InboxService,
    MatchRequest,
    Requests,
    lapse_requests,
    request_in,
)
from bot.features.requests.storage import REQUEST_MESSAGE
from bot.screen.interaction import Feature
from data.ids import RequestId
from data.states import RequestState


def _cards(store: MatchStore) -> PostKind[MatchRequest]:
    """The card of a request: posted where its match is played, edited when the request changes."""

    def load(connection: Connection, due: Due) -> Post[MatchRequest] | None:
        stored = storage.get(connection, RequestId(due.subject_id))
        if stored is None:
            return None
        request = request_in(store.read(connection, stored.match_id), stored)
        wanted = Wanted.SHOWN if stored.state is RequestState.OPEN else Wanted.CHANGED
        where = request.match.in_server(due.server_id).where
        return Post(request, (where,), request.card, wanted)

    def remember(connection: Connection, request: MatchRequest, message: Sent) -> None:
        channel_id, message_id = message
        storage.change(connection, request.id, channel_id=channel_id, message_id=message_id)

    kind = REQUEST_MESSAGE
    return PostKind(kind=kind, load=load, remember=remember, edited=NO_REPOST, waits=True)


def _hooks(services: Services) -> Hooks:
    return Hooks(
        changed=(Hook(lapse_requests, SINCE_BEGUN, where=attrgetter("before.match.asked")),),
        posts=(_cards(services.store),),
        prune=(Prune("requests", timedelta(days=30), storage.prune),),
    )


FEATURE = Feature(
    services={Requests: of_matches(Requests), InboxService: plain(InboxService)},
    hooks=_hooks,
    screens=(screen.SCREEN,),
    after=("timekeeping",),
)
