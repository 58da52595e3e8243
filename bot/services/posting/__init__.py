"""What a message is: a value that says what is shown, where, and what is remembered of it."""

from bot.services.posting.post import (
    LET_BE,
    CannotPost,
    ChannelGone,
    Direct,
    DirectMessagesClosed,
    MessageGone,
    Messenger,
    Place,
    Post,
    PostKind,
    Refused,
    RoleGone,
    Sent,
    TryLater,
    Wanted,
    Wire,
    posted_since,
    sent_at,
)
