"""What Discord documents that it may answer instead of doing what the bot asks: data alone.

``CALLS`` has a row for each call that the bot makes. A call without a row fails the test in which
it is made. ``tests.kit.strict.answering`` puts any of these answers on any call.

The codes and their meanings are those of Discord's documentation, "Opcodes and Status Codes", JSON
error codes. It does not give the HTTP status that comes with a code; that is the one with which
public reports quote it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias


class About(Enum):
    """What a refusal is about, which says for what else it holds and for how long."""

    MESSAGE = auto()
    """This message, or what it shows; the same request is refused again."""
    CHANNEL = auto()
    """The channel, as long as nobody changes it; other channels take messages."""
    PERSON = auto()
    """One person, who is gone or takes nothing from the bot."""
    SERVER = auto()
    """The server: the bot is not in it, or it is no more."""
    INTERACTION = auto()
    """One click or command, to which no answer is taken any more."""
    BOT = auto()
    """The bot itself, which its operator has to mend."""
    LATER = auto()
    """Nothing at all: the same request may be taken after a pause."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One answer. ``when`` says in which case Discord gives it."""

    status: int
    code: int
    message: str
    about: About
    when: str

    @property
    def name(self) -> str:
        """Its code, or its status where the code says nothing: ``50001``, ``503``."""
        return str(self.code or self.status)


Call: TypeAlias = tuple[str, str]
"""A method and a path as Discord's API document writes it."""

POST_MESSAGE: Call = ("POST", "/channels/{channel_id}/messages")
EDIT_MESSAGE: Call = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
DELETE_MESSAGE: Call = ("DELETE", "/channels/{channel_id}/messages/{message_id}")
READ_HISTORY: Call = ("GET", "/channels/{channel_id}/messages")
READ_MESSAGE: Call = ("GET", "/channels/{channel_id}/messages/{message_id}")
READ_CHANNEL: Call = ("GET", "/channels/{channel_id}")
OPEN_THREAD: Call = ("POST", "/channels/{channel_id}/threads")
OPEN_THREAD_AT: Call = ("POST", "/channels/{channel_id}/messages/{message_id}/threads")
OPEN_DIRECT: Call = ("POST", "/users/@me/channels")
READ_USER: Call = ("GET", "/users/{user_id}")
READ_MEMBER: Call = ("GET", "/guilds/{guild_id}/members/{user_id}")
GIVE_ROLE: Call = ("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
TAKE_ROLE: Call = ("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
CALLBACK: Call = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
FOLLOW_UP: Call = ("POST", "/webhooks/{webhook_id}/{webhook_token}")
EDIT_ORIGINAL: Call = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
EDIT_FOLLOW_UP: Call = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
READ_COMMANDS: Call = ("GET", "/applications/{application_id}/commands")
SET_COMMANDS: Call = ("PUT", "/applications/{application_id}/commands")

_M, _C, _P, _S = About.MESSAGE, About.CHANNEL, About.PERSON, About.SERVER
_I, _B, _L = About.INTERACTION, About.BOT, About.LATER

REFUSALS: Mapping[str, Refusal] = {
    each.name: each
    for each in (
        # nothing is wrong with the request
        Refusal(429, 0, "You are being rate limited.", _L, "too many requests"),
        Refusal(500, 0, "Internal Server Error", _L, "Discord has a fault"),
        Refusal(502, 0, "Bad Gateway", _L, "no machine takes the request"),
        Refusal(503, 0, "Service Unavailable", _L, "an outage"),
        Refusal(504, 0, "Gateway Timeout", _L, "nothing answers in time"),
        Refusal(429, 20016, "Slowmode rate limit", _L, "slow mode, of which bots are free"),
        Refusal(429, 20022, "Announcement rate limits", _L, "many edits of an announcement"),
        Refusal(429, 20028, "Channel write rate limit", _L, "many writes in a channel"),
        Refusal(429, 20029, "Server write rate limit", _L, "many writes in a server"),
        Refusal(429, 30046, "Too many edits", _L, "many edits of messages an hour old"),
        Refusal(429, 40062, "Resource rate limited", _L, "a service behind Discord is busy"),
        Refusal(403, 40003, "Opening direct messages too fast", _L, "many new conversations"),
        Refusal(400, 40004, "Send messages is disabled", _L, "Discord takes no messages now"),
        Refusal(400, 40006, "Feature disabled", _L, "Discord has turned something off"),
        Refusal(503, 110001, "Application not yet available", _L, "just after it was made"),
        Refusal(503, 130000, "API resource is overloaded", _L, "a part of Discord is busy"),
        # this message
        Refusal(404, 10008, "Unknown Message", _M, "it was deleted"),
        Refusal(400, 20009, "Explicit content", _M, "a reader's filter takes a picture amiss"),
        Refusal(400, 30015, "Too many attachments", _M, "more than ten files"),
        Refusal(413, 40005, "Request entity too large", _M, "more than 25 MiB"),
        Refusal(403, 50005, "Cannot edit another user's message", _M, "it is not the bot's"),
        Refusal(400, 50006, "Cannot send an empty message", _M, "nothing is in it"),
        Refusal(403, 50021, "Cannot act on a system message", _M, "it is Discord's own"),
        Refusal(400, 50035, "Invalid Form Body", _M, "a field that Discord does not take"),
        Refusal(413, 50045, "File exceeds the maximum size", _M, "a file over the limit"),
        Refusal(400, 50046, "Invalid file uploaded", _M, "a file that cannot be read"),
        Refusal(400, 50068, "Invalid message type", _M, "a reply to what takes none"),
        Refusal(400, 50109, "Invalid JSON", _M, "a body that cannot be read"),
        Refusal(400, 50146, "Uploaded file not found", _M, "a file is named and not sent"),
        Refusal(400, 160004, "A thread has already been created", _M, "by an earlier attempt"),
        Refusal(400, 200000, "Blocked by automatic moderation", _M, "a word of the server's list"),
        Refusal(400, 200001, "Title blocked by moderation", _M, "a word in a thread's name"),
        Refusal(400, 240000, "Blocked by harmful links filter", _M, "a link"),
        # the channel
        Refusal(404, 10003, "Unknown Channel", _C, "it was deleted"),
        Refusal(403, 40058, "Cannot send in a forum channel", _C, "a forum or media channel"),
        Refusal(403, 50001, "Missing Access", _C, "the bot may not see it, or was removed"),
        Refusal(400, 50003, "Cannot execute on a DM channel", _C, "a conversation of two"),
        Refusal(400, 50008, "Cannot send in a non-text channel", _C, "a category"),
        Refusal(403, 50013, "Missing Permissions", _C, "a permission of the call is missing"),
        Refusal(
            400, 50024, "Cannot execute on this channel type", _C, "its sort has no such thing"
        ),
        Refusal(400, 50083, "Thread is archived", _C, "an edit or a member in an archived one"),
        Refusal(403, 160002, "Cannot reply", _C, "Read Message History is missing"),
        Refusal(403, 160005, "Thread is locked", _C, "a moderator has locked it"),
        Refusal(400, 160006, "Maximum number of active threads", _C, "in the whole server"),
        Refusal(400, 160007, "Maximum number of announcement threads", _C, "in the whole server"),
        Refusal(403, 400001, "File uploads limited for this guild", _C, "Discord has limited it"),
        # a person
        Refusal(404, 10007, "Unknown Member", _P, "they left the server"),
        Refusal(404, 10013, "Unknown User", _P, "their account is gone"),
        Refusal(403, 50007, "Cannot send messages to this user", _P, "blocked, or closed by them"),
        Refusal(400, 50033, "Invalid Recipient(s)", _P, "a bot, or nobody"),
        Refusal(403, 50278, "Cannot send messages to this user", _P, "no mutual server"),
        # a server
        Refusal(404, 10004, "Unknown Guild", _S, "the bot is not in it, or it is gone"),
        Refusal(404, 10011, "Unknown Role", _S, "it was deleted"),
        Refusal(400, 50028, "Invalid role", _S, "one that cannot be given"),
        Refusal(403, 60003, "Two factor is required", _S, "the bot's owner has not set it up"),
        # an interaction
        Refusal(404, 10015, "Unknown Webhook", _I, "its token is not known any more"),
        Refusal(404, 10062, "Unknown interaction", _I, "three seconds have passed"),
        Refusal(400, 40043, "Interaction failed to send", _I, "it did not reach the application"),
        Refusal(400, 40060, "Already acknowledged", _I, "by an earlier attempt"),
        Refusal(400, 40094, "Too many follow-ups", _I, "five, where the bot is no member"),
        Refusal(401, 50027, "Invalid Webhook Token", _I, "fifteen minutes have passed"),
        # the bot
        Refusal(401, 0, "401: Unauthorized", _B, "the token was reset"),
        Refusal(404, 10002, "Unknown Application", _B, "the application was deleted"),
        Refusal(403, 20012, "Not authorized on this application", _B, "it is another one's"),
        Refusal(400, 30032, "Maximum number of commands", _B, "100 of a kind"),
        Refusal(429, 30034, "Maximum daily command creates", _B, "200 a day"),
        Refusal(400, 40041, "A command with that name exists", _B, "a name is there twice"),
        Refusal(403, 40333, "Cloudflare is blocking your request", _B, "a wrong User-Agent"),
    )
}

_ANY = ("429", "500", "502", "503", "504", "401", "40062", "40333", "130000")
"""May come of any call."""
_SEEN = ("10003", "50001")
"""Of any call on a channel."""
_SHOWS = ("40005", "50006", "50035", "50045", "50046", "50109", "50146", "200000", "240000")
"""Of what puts something into a message."""
_WRITES = (*_SEEN, *_SHOWS, "20028", "20029", "30015", "400001", "50013")
_ANSWERED = ("10015", "50027", "10008", "40006", *_SHOWS)
"""Of what changes an answer to an interaction."""

CALLS: Mapping[Call, tuple[str, ...]] = {
    call: (*own, *_ANY)
    for call, own in {
        # messages
        POST_MESSAGE: (
            *_WRITES,
            *("20009", "20016", "40003", "40004", "40006", "40058", "50007", "50008", "50024"),
            *("50068", "50083", "50278", "160002", "160005", "160006", "110001"),
        ),
        EDIT_MESSAGE: (
            *_WRITES,
            *("10008", "20022", "30046", "50005", "50007", "50021", "50083", "160005"),
        ),
        DELETE_MESSAGE: (
            *_SEEN,
            *("10008", "20028", "50003", "50013", "50021", "50083", "160005"),
        ),
        READ_HISTORY: (*_SEEN, "50013", "50024"),
        READ_MESSAGE: (*_SEEN, "10008", "50013"),
        # channels and threads
        READ_CHANNEL: _SEEN,
        ("PATCH", "/channels/{channel_id}"): (
            *_SEEN,
            "50013",
            "50035",
            "50083",
            "160005",
            "160006",
        ),
        OPEN_THREAD: (
            *_SEEN,
            *("20028", "20029", "50013", "50024", "50035", "160006", "160007", "200001"),
        ),
        OPEN_THREAD_AT: (
            *_SEEN,
            *("10008", "20028", "20029", "50013", "50021", "50024", "50035"),
            *("160004", "160006", "160007", "200001"),
        ),
        # people, servers and roles
        OPEN_DIRECT: ("10013", "40003", "40006", "50007", "50033", "50278"),
        READ_USER: ("10013",),
        ("GET", "/guilds/{guild_id}"): ("10004", "50001"),
        ("GET", "/guilds/{guild_id}/channels"): ("10004", "50001"),
        ("GET", "/users/@me/guilds"): (),
        READ_MEMBER: ("10004", "10007", "10013", "50001"),
        GIVE_ROLE: (*("10004", "10007", "10011", "10013", "50001", "50013", "50028", "60003"),),
        TAKE_ROLE: (*("10004", "10007", "10011", "10013", "50001", "50013", "50028", "60003"),),
        # interactions
        CALLBACK: (*("10062", "40060", "40043", "40006", "10008", "10003", "50083", *_SHOWS),),
        FOLLOW_UP: (*_ANSWERED, "40094", "20028"),
        ("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"): _ANSWERED[:3],
        EDIT_ORIGINAL: _ANSWERED,
        ("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"): _ANSWERED[:3],
        EDIT_FOLLOW_UP: _ANSWERED,
        # the application
        ("GET", "/gateway"): (),
        ("GET", "/gateway/bot"): (),
        ("GET", "/users/@me"): (),
        ("GET", "/oauth2/applications/@me"): (),
        READ_COMMANDS: ("10002", "20012", "50001"),
        SET_COMMANDS: (*("10002", "20012", "30032", "30034", "40041", "50001", "50035", "50109"),),
    }.items()
}
"""By each call the names of the refusals that may answer it."""


def refusals_of(call: Call) -> tuple[Refusal, ...]:
    """What Discord may answer to a call; KeyError for one that has no row."""
    return tuple(REFUSALS[name] for name in CALLS[call])
