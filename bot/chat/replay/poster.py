"""The **Poster** button, and the poster of a match in the channel where it was played."""

from dataclasses import replace

from bot.chat.common.ids import MatchButton, ReplayAction, ReplayButton
from bot.chat.common.names import Names
from bot.chat.interaction import Click
from bot.chat.messenger.faces import Face, names_in
from bot.chat.replay import text as words
from bot.chat.replay.sharing import posted, refusal
from bot.services.matches import picture_of
from bot.services.posters import MatchPoster
from data.states import ReviewState
from renderer import alt_text
from rules.texts import sentences


async def ask_for_poster(click: Click[MatchButton]) -> None:
    """Have the poster posted, or say where it stands or why there is none yet."""
    match = await click.services.matches.visible(click.actor, click.id.match_id)
    told = refusal(click, match)
    if told is None and not match.is_running:
        review = await click.services.reviews.of(match)
        if review is not None and review.state is ReviewState.WAITING:
            told = words.poster_waits(len(review.stored.judged), review.stored.moves)
    if told is None:
        told = words.poster(await click.services.sharing.poster(click.actor, match.id))
    await click.say(told)


def face_of(shown: MatchPoster) -> Face:
    """The poster, for people who have not seen the match played; it mentions nobody."""
    match = shown.match
    swing = sentences(*(text.of(who=match.seats[seat].colour_name) for text, seat in shown.swing))
    board = alt_text(picture_of(match), match.sentence)
    alt = words.poster_alt(shown.turns, swing, board)
    last = len(shown.replay.steps) - 1
    return posted(match, shown.names, alt, ReplayButton(match.id, last, ReplayAction.MARK))


async def with_names(shown: MatchPoster, names: Names) -> MatchPoster:
    """The same with the names of those who played."""
    return replace(shown, names=await names_in(shown.match, names))
