"""What Discord enforces and simcord does not, laid round simcord's one dispatch function."""

import functools
from collections.abc import Callable
from typing import Any

from simcord import interactions
from simcord.backend import errors
from simcord.backend.errors import BackendError
from simcord.http import router

from tests.kit.openapi import api_document

LARGEST_FILE = 10 * 2**20
Dispatch = Callable[..., Any]
_TRUSTED = "_is_trusted"


class BadRequestError(AssertionError):
    """The bot sent something that Discord's API document does not allow."""


def install() -> None:
    """Make the simulated Discord as strict as the real one; once for all tests."""
    if not hasattr(router.dispatch, "__wrapped__"):
        router.dispatch = _stricter(router.dispatch)
        context: Any = router.RequestContext
        context.require_channel_permissions = _own_threads(context.require_channel_permissions)
        interactions.base_payload = _truthful(interactions.base_payload)


def trust(backend: Any) -> None:
    """Hold no request against the API document: benchmarks measure the bot, not the checking."""
    backend.__dict__[_TRUSTED] = True


def _stricter(dispatch: Dispatch) -> Dispatch:
    @functools.wraps(dispatch)
    def checked(
        backend: Any, method: str, path: str, *, json: Any = None, files: Any = None, **rest: Any
    ) -> Any:
        trusted = backend.__dict__.get(_TRUSTED, False)
        faults = [] if trusted else api_document().faults(method, path, json)
        if faults:
            raise BadRequestError("; ".join(faults))
        files = list(files or ())
        _check_files(files)
        _check_channel(backend, method, path.strip("/").split("/"), files)
        known = _posted_before(backend, method, path, json)
        if known is not None:
            return known
        answer = dispatch(backend, method, path, json=json, files=files, **rest)
        _remember(backend, method, path, json, answer)
        return answer

    return checked


def _check_files(files: list[Any]) -> None:
    for file in files:
        place = file.fp.tell()
        size = file.fp.seek(0, 2)
        file.fp.seek(place)
        if size > LARGEST_FILE:
            raise BackendError(413, 40005, "Request entity too large")


def _check_channel(backend: Any, method: str, parts: list[str], files: list[Any]) -> None:
    channel = backend.channels.get(int(parts[1])) if _names_channel(parts) else None
    if channel is None:
        return
    me = backend.bot_user.id
    sending = method == "POST" and parts[2:] == ["messages"]
    if sending and _closed(backend).intersection(getattr(channel, "recipient_ids", ())):
        raise BackendError(403, 50007, "Cannot send messages to this user")
    if sending and files and channel.guild_id:
        backend.require_permissions(channel.guild_id, me, channel.id, "attach_files")
    if channel.is_thread and channel.thread_metadata.archived:
        _check_archived(backend, channel, me, sending=sending, method=method)
    if method == "POST" and parts[-1] == "threads":
        if channel.is_thread:
            raise errors.cannot_execute_on_channel_type()
        if len(parts) == 5 and int(parts[3]) in backend.channels:
            raise BackendError(400, 160004, "A thread has already been created for this message")


def _check_archived(backend: Any, channel: Any, me: int, *, sending: bool, method: str) -> None:
    if sending:
        if channel.thread_metadata.locked:
            _require_manage_threads(backend, channel, me)
        backend.edit_channel(channel.id, {}, thread_metadata={"archived": False})
    elif method != "GET":
        raise BackendError(400, 50083, "Thread is archived")


def _require_manage_threads(backend: Any, channel: Any, me: int) -> None:
    try:
        backend.require_permissions(channel.guild_id, me, channel.id, "manage_threads")
    except BackendError:
        raise BackendError(403, 160005, "Thread is locked") from None


def _names_channel(parts: list[str]) -> bool:
    return parts[0] == "channels" and len(parts) > 1 and parts[1].isdigit()


def nonces(backend: Any) -> dict[tuple[str, str], Any]:
    return backend.__dict__.setdefault("_nonces", {})  # type: ignore[no-any-return]


def _closed(backend: Any) -> set[int]:
    return backend.__dict__.setdefault("_closed", set())  # type: ignore[no-any-return]


def close_directs(backend: Any, user_id: int) -> None:
    """Let this person take no direct messages any more."""
    _closed(backend).add(user_id)


def forget_nonces(backend: Any) -> None:
    """Take the next post for a new one, as Discord does after some minutes."""
    nonces(backend).clear()


def _posted_before(backend: Any, method: str, path: str, body: Any) -> Any:
    """With ``enforce_nonce`` Discord answers a repeated post with the first one's message."""
    if method != "POST" or not isinstance(body, dict) or not body.get("enforce_nonce"):
        return None
    return nonces(backend).get((path, str(body["nonce"])))


def _remember(backend: Any, method: str, path: str, body: Any, answer: Any) -> None:
    if method == "POST" and isinstance(body, dict) and body.get("enforce_nonce"):
        nonces(backend)[path, str(body["nonce"])] = answer


def _own_threads(require: Callable[..., Any]) -> Callable[..., Any]:
    """Threads ask for Manage Threads, where simcord asks for Manage Channels."""

    @functools.wraps(require)
    def checked(context: Any, channel_id: int, *names: str) -> Any:
        channel = context.backend.get_channel(channel_id)
        if channel.is_thread and names == ("manage_channels",):
            names = ("manage_threads",)
        return require(context, channel_id, *names)

    return checked


def _truthful(payload: Callable[..., Any]) -> Callable[..., Any]:
    """Interactions say where the bot is installed, as Discord's do."""

    @functools.wraps(payload)
    def told(backend: Any, **about: Any) -> Any:
        record, sent = payload(backend, **about)
        sent["authorizing_integration_owners"] = {"0": str(about["guild_id"] or 0)}
        return record, sent

    return told
