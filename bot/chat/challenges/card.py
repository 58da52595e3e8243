"""The card of a challenge."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.chat.challenges.text import challenge_body, challenge_heading, challenge_status
from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Accent, Button, Page, Row, Style
from bot.chat.messenger.faces import Face
from bot.services.challenges import Challenge
from data.ids import ChallengeId
from data.states import ChallengeState


class ChallengeAction(StrEnum):
    """What a button on a challenge's card does."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class ChallengeButton(CustomId):
    """A button on a challenge's card."""

    PREFIX: ClassVar[str] = "c"
    challenge_id: ChallengeId
    action: ChallengeAction


def face_of(challenge: Challenge) -> Face:
    """What the card looks like now; posting it mentions those who are asked."""
    mark = ChallengeButton(challenge.id, ChallengeAction.ACCEPT)
    return Face(card(challenge), challenge.invited, str(mark))


def card(challenge: Challenge) -> Page:
    """The card, with buttons while the challenge is open."""
    is_open = challenge.state is ChallengeState.OPEN
    return Page(
        challenge_heading(challenge),
        challenge_body(challenge),
        challenge_status(challenge),
        _answers(challenge) if is_open else None,
        accent=_ACCENTS.get(challenge.state, Accent.GREY),
    )


_ACCENTS = {
    ChallengeState.OPEN: Accent.GOLD,
    ChallengeState.ACCEPTED: Accent.GREEN,
}


def _answers(challenge: Challenge) -> Row:
    accept = ChallengeButton(challenge.id, ChallengeAction.ACCEPT)
    decline = ChallengeButton(challenge.id, ChallengeAction.DECLINE)
    cancel = ChallengeButton(challenge.id, ChallengeAction.CANCEL)
    give_up = "Decline" if challenge.invited else "Give up my place"
    return Row(
        Button("Accept", accept, Style.SUCCESS),
        Button(give_up, decline) if challenge.invited or challenge.accepted else None,
        Button("Cancel", cancel),
    )
