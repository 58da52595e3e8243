"""The card of a challenge."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.challenges.text import challenge_body, challenge_heading, challenge_status
from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import ChallengeAction, ChallengeButton
from bot.chat.messenger import layouts
from bot.chat.messenger.faces import Face
from bot.services.challenges import Challenge
from data.states import ChallengeState


def face_of(challenge: Challenge) -> Face:
    """What the card looks like now; posting it mentions those who are asked."""
    mark = ChallengeButton(challenge.id, ChallengeAction.ACCEPT)
    return Face(card(challenge), challenge.invited, str(mark))


def card(challenge: Challenge) -> ui.LayoutView:
    """The card, with buttons while the challenge is open."""
    items: list[layouts.Item] = [
        ui.TextDisplay(challenge_heading(challenge)),
        ui.TextDisplay(challenge_body(challenge)),
        ui.TextDisplay(challenge_status(challenge)),
    ]
    if challenge.state is ChallengeState.OPEN:
        items.append(ui.ActionRow(*_buttons(challenge)))
    return layouts.layout(*items, accent=_ACCENTS.get(challenge.state, discord.Colour.dark_grey()))


_ACCENTS = {
    ChallengeState.OPEN: discord.Colour.gold(),
    ChallengeState.ACCEPTED: discord.Colour.green(),
}


def _buttons(challenge: Challenge) -> list[Button]:
    accept = ChallengeButton(challenge.id, ChallengeAction.ACCEPT)
    decline = ChallengeButton(challenge.id, ChallengeAction.DECLINE)
    cancel = ChallengeButton(challenge.id, ChallengeAction.CANCEL)
    answers = [button("Accept", accept, discord.ButtonStyle.success)]
    if challenge.invited:
        answers.append(button("Decline", decline))
    elif challenge.accepted:
        answers.append(button("Give up my place", decline))
    return [*answers, button("Cancel", cancel)]
