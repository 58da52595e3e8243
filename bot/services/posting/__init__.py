"""What a message is: a value that says what is shown, where, and what is remembered of it."""

from bot.services.posting.messenger import (
    CannotPost,
    ChannelGone,
    DirectMessagesClosed,
    MessageGone,
    Messenger,
    RoleGone,
    Sent,
    TryLater,
    Wire,
)
from bot.services.posting.post import (
    LET_BE,
    Direct,
    Place,
    Post,
    PostKind,
    Refused,
    Wanted,
    posted_since,
    sent_at,
)
