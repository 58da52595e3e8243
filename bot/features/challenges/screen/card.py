"""The card of a challenge."""

from enum import StrEnum

from bot.features.challenges.storage import Challenge
from bot.features.challenges.words import challenge_body, challenge_heading, challenge_status
from bot.screen.ids import CustomId
from bot.screen.messenger.faces import Face
from bot.screen.page import Accent, Button, Page, Row, Style
from data.ids import ChallengeId
from data.states import ChallengeState
from rules.texts import Text


class ChallengeAction(StrEnum):
    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


class ChallengeButton(CustomId, prefix="c"):
    challenge_id: ChallengeId
    action: ChallengeAction


def face_of(challenge: Challenge) -> Face:
    """The message of the card; it mentions those who are invited."""
    mark = ChallengeButton(challenge.id, ChallengeAction.ACCEPT)
    return Face(card(challenge), challenge.invited, str(mark))


def card(challenge: Challenge) -> Page:
    is_open = challenge.state is ChallengeState.OPEN
    return Page(
        challenge_heading(challenge),
        challenge_body(challenge),
        challenge_status(challenge),
        _answers(challenge) if is_open else None,
        accent=_ACCENTS.get(challenge.state, Accent.GREY),
    )


_ACCENTS = {ChallengeState.OPEN: Accent.GOLD, ChallengeState.ACCEPTED: Accent.GREEN}


def _answers(challenge: Challenge) -> Row:
    accept = ChallengeButton(challenge.id, ChallengeAction.ACCEPT)
    decline = ChallengeButton(challenge.id, ChallengeAction.DECLINE)
    cancel = ChallengeButton(challenge.id, ChallengeAction.CANCEL)
    give_up = Text("Decline", "button") if challenge.invited else Text("Leave")
    return Row(
        Button(Text("Accept", "button"), accept, Style.SUCCESS),
        Button(give_up, decline) if challenge.invited or challenge.accepted else None,
        Button(Text("Cancel", "button"), cancel),
    )
