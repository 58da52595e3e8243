"""The pages of club matches: the card in both servers, news, and pages for one reader."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

from bot.core.matches import write_ranking
from bot.features.clubs import words
from bot.features.clubs.rules import CODE_LENGTH, CODE_LETTERS
from bot.features.clubs.values import Club, ClubCard, ClubNews, ClubView, Game, Offered
from bot.features.tournaments import as_points
from bot.screen.buttons import PUBLIC_REASON, reason_field
from bot.screen.ids import CustomId
from bot.screen.messenger.pages import Face, charted
from bot.screen.names import LONGEST_LISTED, Names, harmless, unformatted
from bot.screen.page import (
    Accent,
    Button,
    Form,
    Listed,
    Menu,
    Option,
    Page,
    Part,
    PersonMenu,
    Pick,
    Picture,
    Row,
    Style,
    TextField,
    options,
    rows,
)
from bot.screen.words import FRIENDLY, RATED, game_name, mention, row
from data.club_tables import TEAM_LENGTH
from data.ids import ClubId, MatchId, PlayerId
from data.states import ClubEvent, ClubState, Ending, EntryKind
from renderer.charts import StandingsChart, StandingsRow
from renderer.charts.standings import MOST_IN_COLUMN
from rules import GAMES
from rules.texts import Plain, Text, Words

Named = Mapping[PlayerId, Words]
MOST_LISTED = 25
"""Discord's limit of a list."""
PAIR = 2
SEASONS = (2, 3, 4, 6)
"""After how many weeks the next round of a season can come."""
SLOW, QUICK = "3d+12h/4d", "1d+6h/2d"
"""The time controls with which the forms for a match and for a season begin."""


class ClubAction(StrEnum):
    OPEN = "open"
    JOIN = "join"
    JOINED = "joined"
    STAY = "stay"
    LEAVE = "leave"
    LEFT = "left"
    LEAVE_SEASON = "leave_season"
    LEFT_SEASON = "left_season"
    READY = "ready"
    LEFT_OUT = "left_out"
    CAPTAIN = "captain"
    HERE = "here"
    REPLACE = "replace"
    SUBSTITUTE = "substitute"
    RULING = "ruling"
    AGREE = "agree"
    DECLINE = "decline"
    REMATCH = "rematch"
    NEWS = "news"
    WITHDRAW = "withdraw"


class ClubButton(CustomId, prefix="cl"):
    """A button, list or form of a club match.

    ``number``: of the log entry, the match or the player that it is about; else 0.
    """

    club_id: ClubId
    action: ClubAction
    number: int = 0


class SetupAction(StrEnum):
    OFFER = "offer"
    SEASON = "season"
    CODE = "code"
    ACCEPT = "accept"


class SetupButton(CustomId, prefix="co"):
    """A button or form by which a match comes about; ``code``: of the offer to accept."""

    action: SetupAction
    code: Annotated[str, re.compile(f"([{CODE_LETTERS}]{{{CODE_LENGTH}}})?")]


def setup_form(asked: SetupButton) -> Form:
    """What a manager is asked for, who offers a match, types a code or accepts."""
    team = TextField("team", words.TEAM, TEAM_LENGTH, least=1)
    if asked.action is SetupAction.ACCEPT:
        channel = Pick("channel", words.CHANNEL, Listed.CHANNELS, optional=True)
        return Form(words.ACCEPT, asked, (team, channel))
    if asked.action is SetupAction.CODE:
        return Form(words.HAVE_CODE, asked, (TextField("code", words.CODE, 2 * CODE_LENGTH),))
    games = {
        f"{game.info.id} {variant.id}": game_name(game.info, variant)
        for game in GAMES.values()
        for variant in game.info.variants
        if variant.seats == PAIR
    }
    kinds: dict[str, Words] = {"1": RATED, "0": FRIENDLY}
    is_season = asked.action is SetupAction.SEASON
    if is_season:
        kinds = {
            f"{rated} {weeks}": row([words.EVERY.of(number=weeks), kind])
            for weeks in SEASONS
            for rated, kind in kinds.items()
        }
    fields = (
        Pick("game", words.GAME, options(games)),
        TextField("boards", words.BOARDS, 2, least=1, begun="4"),
        TextField("clock", words.CLOCK, 40, begun=QUICK if is_season else SLOW),
        team,
        Pick(
            "rating",
            words.ROUNDS if is_season else words.RATING,
            options(kinds, "1 4" if is_season else "1"),
        ),
    )
    return Form(words.OFFER_SEASON if is_season else words.OFFER, asked, fields)


def listed(clubs: Sequence[Club], offers: Sequence[Club], *, manages: bool) -> Page:
    """The club matches of a server; for managers also open offers, and how a match comes about."""
    ways = (Button(words.plain_teams(e), ClubButton(e.id, ClubAction.OPEN)) for e in clubs)
    told: list[Part] = [words.WHICH if clubs else words.NONE, *rows(*ways)]
    if manages:
        for each in offers:
            withdraw = ClubButton(each.id, ClubAction.WITHDRAW)
            told += words.waiting(each), Row(Button(words.WITHDRAW, withdraw))
        setup = {action: SetupButton(action, "") for action in SetupAction}
        offer = Button(words.OFFER, setup[SetupAction.OFFER], Style.PRIMARY)
        season = Button(words.OFFER_SEASON, setup[SetupAction.SEASON])
        told.append(Row(offer, season, Button(words.HAVE_CODE, setup[SetupAction.CODE])))
    return Page(*told, accent=Accent.GOLD)


def offered(found: Offered, code: str) -> Page:
    accept = Button(words.ACCEPT, SetupButton(SetupAction.ACCEPT, code), Style.SUCCESS)
    return Page(words.offered(found), Row(accept), accent=Accent.GOLD)


async def names_of(club: Club, names: Names) -> dict[PlayerId, Words]:
    """The Discord names of everybody who plays, as both servers see them."""
    people = {each.player_id for each in club.members}
    people |= {who for each in club.games for who in each.players}
    people |= {each.captain_id for each in club.sides}
    return {each: harmless(await names.of(each), LONGEST_LISTED) for each in people}


async def with_names(card: ClubCard, names: Names) -> ClubCard:
    return replace(card, names=await names_of(card.club, names))


async def news_with_names(news: ClubNews, names: Names) -> ClubNews:
    return replace(news, card=await with_names(news.card, names))


def face_of_card(card: ClubCard) -> Face:
    """The card, which mentions nobody."""
    club = card.club
    opening = Button(words.OPEN, ClubButton(club.id, ClubAction.OPEN))
    join = Button(words.JOIN, ClubButton(club.id, ClubAction.JOIN), Style.PRIMARY)
    shown = Row(None if club.contest.is_over or club.contest.weeks else join, opening)
    return Face(Page(*_told(club, card.names), shown, accent=_accent(club)), (), str(opening.id))


def _accent(club: Club) -> Accent:
    return Accent.GREY if club.contest.is_over else Accent.GOLD


def _told(club: Club, names: Named) -> Iterator[Text | None]:
    yield words.heading(club)
    yield words.terms(club.contest)
    yield words.state(club)
    if club.contest.weeks:
        yield words.table(club)
    elif club.games:
        yield words.boards(club, names)
    else:
        yield from (words.side(club, each, names) for each in club.sides)
        yield words.uncertain(club)


def face_of_news(news: ClubNews) -> Face:
    """News; a request mentions the captain who answers, and the end has a poster."""
    club, entry, names = news.card.club, news.entry, news.card.names
    mark = ClubButton(club.id, ClubAction.NEWS, entry.id)
    buttons = [Button(words.OPEN, mark)]
    asks = entry.kind is ClubEvent.ASKED and entry.side != news.card.side.number
    if asks:
        buttons = [*_answers(club.id, entry.id), *buttons]
    wishes = entry.kind is ClubEvent.REMATCH and entry.side != news.card.side.number
    if wishes:
        again = ClubButton(club.id, ClubAction.REMATCH)
        buttons = [Button(words.REMATCH, again, Style.SUCCESS), *buttons]
    title = Plain("**{name}**", name=words.teams(club))
    captain = mention(news.card.side.captain_id) if asks or wishes else None
    page = Page(title, words.news(club, entry, names), captain, Row(*buttons))
    is_over = entry.kind is ClubEvent.OVER
    face = charted(page, poster(club, names) if is_over else None, str(mark))
    return replace(face, mentioned=(news.card.side.captain_id,)) if asks or wishes else face


def poster(club: Club, names: Named) -> StandingsChart:
    """The picture to share: both teams, the score, and what each board came to."""
    lines = []
    for number, games in club.boards.items():
        one, other = (unformatted(names.get(each, words.SOMEBODY)) for each in games[0].players)
        name: Words = Plain("{one} \u2013 {other}", one=one, other=other)
        below: Words = ""
        if len(club.boards) > MOST_IN_COLUMN:  # too narrow for both names in a line
            name, below = one, other
        lines.append(StandingsRow(number, name, words.score(games), below, rank=False))
    for each in club.table if club.contest.weeks else ():
        if each.place is not None:
            name, boards = words.plain_team(club, each.team), as_points(each.boards)
            lines.append(StandingsRow(each.place, name, str(each.points), boards))
    title = words.plain_teams(club) if club.contest.weeks else words.plain_score(club)
    return StandingsChart(title, tuple(lines))


def _answers(club_id: ClubId, asked_id: int) -> list[Button]:
    agree, decline = (
        ClubButton(club_id, action, asked_id) for action in (ClubAction.AGREE, ClubAction.DECLINE)
    )
    return [Button(words.AGREE, agree, Style.SUCCESS), Button(words.DECLINE, decline)]


def consent(view: ClubView) -> Page:
    joined, stay = (
        ClubButton(view.club.id, action) for action in (ClubAction.JOINED, ClubAction.STAY)
    )
    buttons = Row(Button(words.JOIN, joined, Style.SUCCESS), Button(words.NOT_NOW, stay))
    return Page(words.consent(view), buttons)


def leaving(view: ClubView, action: ClubAction) -> Page:
    """The question before a player or a team leaves what has begun."""
    is_team = action is ClubAction.LEFT_SEASON
    left, stay = (ClubButton(view.club.id, each) for each in (action, ClubAction.STAY))
    label = words.LEAVE_SEASON if is_team else words.LEAVE
    buttons = Row(Button(label, left, Style.DANGER), Button(words.NOT_NOW, stay))
    return Page(words.LEAVES_SEASON if is_team else words.leaves(view), buttons)


def page(view: ClubView, names: Named, picture: Words | None = None) -> Page:
    """The match for one reader, with all that they can do; ``picture``: of a match that is over."""
    club = view.club
    asked: list[Part] = []
    for each in view.asked:
        asked.append(words.asked(club, each, names))
        if view.is_captain and each.side != view.side.number:
            asked.append(Row(*_answers(club.id, each.id)))
    return Page(
        *_told(club, names),
        Picture(picture) if picture is not None else None,
        words.own(view),
        *asked,
        Row(*_buttons(view)),
        *_menus(view, names),
        accent=_accent(club),
    )


def _buttons(view: ClubView) -> Iterator[Button]:
    club, own = view.club, view.own
    its = ClubButton(club.id, ClubAction.JOIN)
    is_here = own is None or own.side == view.side.number
    if club.contest.weeks:
        if view.is_captain and club.contest.state is ClubState.RUNNING and not view.side.gone_at:
            leave = replace(its, action=ClubAction.LEAVE_SEASON)
            yield Button(words.LEAVE_SEASON, leave, Style.DANGER)
    elif not club.contest.is_over and is_here:
        if own is not None and own.is_in:
            yield Button(words.LEAVE, replace(its, action=ClubAction.LEAVE), Style.DANGER)
        elif not club.is_out(view.reader_id):
            yield Button(words.JOIN, its, Style.PRIMARY)
    leads = view.is_captain and not (club.contest.weeks and view.side.number)
    if leads and club.contest.state is ClubState.OPEN and not view.side.ready_at:
        yield Button(words.READY, replace(its, action=ClubAction.READY), Style.SUCCESS)
    if view.is_captain and club.contest.state is ClubState.OVER and club.games:
        yield Button(words.REMATCH, replace(its, action=ClubAction.REMATCH), Style.SUCCESS)
    if (view.is_captain or view.manages) and not club.contest.is_over:
        yield Button(words.HERE, replace(its, action=ClubAction.HERE))


def _menus(view: ClubView, names: Named) -> Iterator[Menu | PersonMenu]:
    club, number = view.club, view.side.number
    its = ClubButton(club.id, ClubAction.LEFT_OUT)
    if (view.is_captain or view.manages) and not club.contest.is_over:
        yield PersonMenu(replace(its, action=ClubAction.CAPTAIN), words.CAPTAIN)
    if not view.is_captain:
        return
    if club.contest.state is ClubState.OPEN:
        joined = [each.player_id for each in club.of_side(number)][:MOST_LISTED]
        if joined:  # the id differs after each choice, or Discord would keep that one chosen
            its = replace(its, number=sum(each.left_out for each in club.of_side(number)))
            yield Menu(its, _people(joined, names), words.LEAVE_OUT)
    elif club.games:
        running = [each for each in club.games if each.is_running]
        if running:
            mine = dict.fromkeys(each.players[number] for each in running)
            replacing = replace(its, action=ClubAction.REPLACE)
            yield Menu(replacing, _people(mine, names), words.REPLACE)
        played = [each for each in club.games if each.match_id is not None][:MOST_LISTED]
        labels = {each.match_id: _game_label(each, names) for each in played}
        if labels:
            yield Menu(replace(its, action=ClubAction.RULING), options(labels), words.RULING)


def _people(people: Any, names: Named) -> tuple[Option, ...]:
    return options({each: unformatted(names.get(each, words.SOMEBODY)) for each in people})


def _game_label(game: Game, names: Named) -> Words:
    one, other = (unformatted(names.get(each, words.SOMEBODY)) for each in game.seated)
    return words.GAME_OF_BOARD.of(board=game.board, match=game.match_id or 0, one=one, other=other)


def substitutes(view: ClubView, out_id: PlayerId, names: Named) -> Page:
    """Who may take the place of a player."""
    playing = {who for each in view.club.games for who in each.players}
    mine = [each.player_id for each in view.club.of_side(view.side.number)]
    reserves = [each for each in mine if each not in playing][:MOST_LISTED]
    if not reserves:
        return Page(words.NO_RESERVES)
    its = ClubButton(view.club.id, ClubAction.SUBSTITUTE, out_id)
    return Page(Menu(its, _people(reserves, names), words.SUBSTITUTE))


def ruling_form(view: ClubView, match_id: MatchId, names: Named) -> Form:
    """What a captain asks for about a game, and why."""
    game = next((each for each in view.club.games if each.match_id == match_id), None)
    won = Text("{player} wins", "choice")
    seated = game.seated if game is not None else ()
    labels: dict[str, Words] = {
        f"{EntryKind.DECIDE} {write_ranking(((seat,), (1 - seat,)))}": won.of(
            player=unformatted(names.get(who, words.SOMEBODY))
        )
        for seat, who in enumerate(seated)
    }
    labels[f"{EntryKind.DECIDE} {write_ranking(((0, 1),))}"] = words.DRAW
    labels[str(EntryKind.ANNUL)] = words.ANNUL
    if game is not None and game.result is not None and game.result.ending is Ending.TIMED_OUT:
        labels[str(EntryKind.FORGIVE)] = words.PLAY_ON
    its = ClubButton(view.club.id, ClubAction.RULING, match_id)
    fields = (Pick("result", words.RESULT, options(labels)), reason_field(PUBLIC_REASON))
    return Form(words.RULING, its, fields)
