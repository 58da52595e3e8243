"""What Discord enforces and simcord does not, laid round simcord's one dispatch function.

``tests/kit/strict`` has the rules.
"""

from typing import Any

from simcord.backend.models import channel as channel_models
from simcord.http import router

from tests.kit.openapi import api_document
from tests.kit.strict import channels, commands, interactions, messages, servers, threads
from tests.kit.strict.answering import answer_as_told
from tests.kit.strict.messages import close_directs, forget_nonces, nonces
from tests.kit.strict.request import (
    Instead,
    Request,
    Rule,
    call_of,
    kept,
    laid_round,
    lay_all,
    parts_of,
)

__all__ = [
    "BadRequestError",
    "bad_requests",
    "close_directs",
    "forget_nonces",
    "install",
    "nonces",
    "trust",
]

RULES: tuple[Rule, ...] = (
    answer_as_told,
    servers.check_server,
    channels.check_sort,
    threads.check_thread,
    messages.check_files,
    messages.check_direct,
    messages.check_reply,
    interactions.check_token,
)
"""What may refuse a request, in the order in which it is asked."""


class BadRequestError(AssertionError):
    """The bot sent something that Discord's API document does not allow."""


def install() -> None:
    """Make the simulated Discord as strict as the real one; once for all tests."""
    if hasattr(router.dispatch, "__wrapped__"):
        return
    lay_all()
    known: Any = channel_models
    known.THREAD_TYPES = (channels.NEWS_THREAD, channels.THREAD, channels.PRIVATE_THREAD)


def trust(backend: Any) -> None:
    """Hold no request against the API document: benchmarks measure the bot, not the checking."""
    kept(backend, "trusted", list).append(True)


def bad_requests(backend: Any) -> list[str]:
    """What the bot has sent that it must never send, wherever it caught the error."""
    return kept(backend, "bad", list)  # type: ignore[no-any-return]


@laid_round(router, "dispatch")
def _stricter(
    dispatch: Instead,
    backend: Any,
    method: str,
    path: str,
    *,
    json: Any = None,
    files: Any = None,
    **rest: Any,
) -> Any:
    parts = parts_of(path)
    request = Request(backend, method, parts, call_of(method, parts), json, tuple(files or ()))
    if not kept(backend, "trusted", list):
        _require_good(request, path)
    for rule in RULES:
        rule(request)
    nonce = messages.nonce_of(request)
    if nonce is not None and nonce in nonces(backend):
        return nonces(backend)[nonce]
    body = messages.with_defaults(request)
    answer = dispatch(backend, method, path, json=body, files=list(request.files), **rest)
    if nonce is not None:
        nonces(backend)[nonce] = answer
    return commands.with_installs(request, answer)


def _require_good(request: Request, path: str) -> None:
    if request.call is None:
        faults = [f"{request.method} {path}: tests/data/discord_refusals.md has no such call"]
    else:
        faults = [*api_document().faults(request.call, request.body), *messages.lost_files(request)]
    if faults:
        bad_requests(request.backend).extend(faults)
        raise BadRequestError("; ".join(faults))


@laid_round(router.RequestContext, "require_channel_permissions")
def _own_threads(require: Instead, context: Any, channel_id: int, *names: str) -> Any:
    """Threads ask for Manage Threads, where simcord asks for Manage Channels."""
    channel = context.backend.get_channel(channel_id)
    if channel.is_thread and names == ("manage_channels",):
        names = ("manage_threads",)
    return require(context, channel_id, *names)
