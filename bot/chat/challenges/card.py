"""The card of a challenge."""

from __future__ import annotations

from bot.chat.challenges.text import challenge_body, challenge_heading, challenge_status
from bot.chat.common.custom_ids import ChallengeAction, ChallengeButton
from bot.chat.common.page import Accent, Button, Page, Part, Row, Style
from bot.chat.messenger.messenger import Face
from bot.services.challenges import Challenge
from data.states import ChallengeState


def face_of(challenge: Challenge) -> Face:
    """What the card looks like now; posting it mentions those who are asked."""
    mark = ChallengeButton(challenge.id, ChallengeAction.ACCEPT)
    return Face(card(challenge), challenge.invited, str(mark))


def card(challenge: Challenge) -> Page:
    """The card, with buttons while the challenge is open."""
    items: list[Part] = [
        challenge_heading(challenge),
        challenge_body(challenge),
        challenge_status(challenge),
    ]
    if challenge.state is ChallengeState.OPEN:
        items.append(Row(*_buttons(challenge)))
    return Page(*items, accent=_ACCENTS.get(challenge.state, Accent.GREY))


_ACCENTS = {
    ChallengeState.OPEN: Accent.GOLD,
    ChallengeState.ACCEPTED: Accent.GREEN,
}


def _buttons(challenge: Challenge) -> list[Button]:
    accept = ChallengeButton(challenge.id, ChallengeAction.ACCEPT)
    decline = ChallengeButton(challenge.id, ChallengeAction.DECLINE)
    cancel = ChallengeButton(challenge.id, ChallengeAction.CANCEL)
    answers = [Button("Accept", accept, Style.SUCCESS)]
    if challenge.invited:
        answers.append(Button("Decline", decline))
    elif challenge.accepted:
        answers.append(Button("Give up my place", decline))
    return [*answers, Button("Cancel", cancel)]
