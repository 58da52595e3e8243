"""The pages of tournaments: the card that everybody sees, news, and pages for one reader."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from bot.core.absences import Absence
from bot.core.matches import MatchSummary
from bot.features.tournaments import event_words, words
from bot.features.tournaments.acts import Act
from bot.features.tournaments.format_words import words_of
from bot.features.tournaments.formats import FORMATS
from bot.features.tournaments.log import TournamentNotice
from bot.features.tournaments.service import ON_PAGE
from bot.features.tournaments.values import (
    Event,
    Field,
    Repeat,
    Table,
    Tournament,
    TournamentCard,
    TournamentNews,
    TournamentView,
)
from bot.screen.buttons import page_buttons
from bot.screen.ids import CustomId
from bot.screen.messenger.pages import Face, charted, in_words, move_button
from bot.screen.names import Names, names_here
from bot.screen.page import IN_ROW, Accent, Button, Page, Picture, Row, Style
from bot.screen.words import mention
from data.ids import PlayerId, TournamentId
from data.states import TournamentEvent
from renderer.charts import Chart
from rules.texts import Plain, Text, Words, labelled, lines, sentences

MOST_NAMES = 16
"""How many players the picture on a card names."""
MOVE = Text("Move in match {match}", "button")


class TournamentAction(StrEnum):
    SHOW = "show"
    JOIN = "join"
    ONCE = "once"
    LEAVE = "leave"
    SIT_OUT = "sit_out"
    WITHDRAW = "withdraw"
    WITHDRAWN = "withdrawn"
    STAY = "stay"
    HISTORY = "history"
    PLACES = "places"
    NEWS = "news"


class TournamentButton(CustomId, prefix="cu"):
    """A button on a tournament's message.

    ``number`` depends on the action: a table, from 1, or 0 for the reader's own; the log entry
    before which the history begins, or 0 for the newest; the log entry that news are about.
    """

    tournament_id: TournamentId
    action: TournamentAction
    number: int = 0


class ManageButton(CustomId, prefix="ca"):
    """A button or list of the panel, or the form that asks for a reason; player ids can be 0.

    ``SHOW`` and ``PICK`` are also lists, from which the next player is chosen.
    """

    tournament_id: TournamentId
    act: Act
    player_id: PlayerId
    opponent_id: PlayerId

    @property
    def about(self) -> list[PlayerId]:
        """The players whom it is about, two at most."""
        return [each for each in (self.player_id, self.opponent_id) if each]


def face_of_card(card: TournamentCard) -> Face:
    """The card, with the first table as a picture; it mentions nobody."""
    return charted(card_page(card), _chart(card), str(_history(card.tournament)))


def _history(tournament: Tournament) -> TournamentButton:
    return TournamentButton(tournament.id, TournamentAction.HISTORY)


def _chart(card: TournamentCard) -> Chart | None:
    picture = words_of(card.tournament).picture
    return picture(card.field, card.tables[0], card.names, None) if card.tables else None


async def with_names(card: TournamentCard, names: Names) -> TournamentCard:
    if not card.tables:
        return card
    shown = [row.player_id for row in card.tables[0].rows[:MOST_NAMES]]
    return replace(card, names=await names_here(names, shown, card.tournament.server_id))


async def news_with_names(news: TournamentNews, names: Names) -> TournamentNews:
    return replace(news, card=await with_names(news.card, names))


def face_of_news(news: TournamentNews) -> Face:
    """News. They mention players who are out and got no direct message."""
    tournament, event = news.card.tournament, news.event
    mark = TournamentButton(tournament.id, TournamentAction.NEWS, event.id)
    ended = event.kind is TournamentEvent.OVER
    page = Page(
        lines(Plain("**{name}**", name=words.named(tournament)), event_words.heard(event)),
        words.over(news.card) if ended else None,
        words.ruled_late(news),
        words.settings(tournament) if event.kind is TournamentEvent.CHANGED else None,
        words.paired(news.card, int(event.reason or 0))
        if event.kind is TournamentEvent.ROUND
        else None,
        Row(Button(words.MY_PAGE, mark)),
        accent=Accent.GOLD if ended else None,
    )
    face = charted(page, _chart(news.card) if ended else None, str(mark))
    return replace(face, mentioned=news.called)


def face_of_notice(notice: TournamentNotice) -> Face:
    """A notice to one player; it is found again by its words."""
    told = event_words.to_player(notice)
    if notice.direct:
        return in_words(told)
    told = labelled(mention(notice.player_id), told)
    return Face(Page(told), (notice.player_id,), told)


def card_page(card: TournamentCard) -> Page:
    """The card: who may enter and who is in; once it has begun, the first table."""
    tournament, tables = card.tournament, card.tables
    return Page(
        _heading(tournament),
        words.state_of(tournament),
        words.how(tournament) if tournament.is_open else None,
        *_shown(card.field, tables[0] if tables else None, words.SHOWN_ROWS),
        words.more_tables(len(tables)),
        Row(
            *(_joining(tournament) if card.takes else []),
            Button(words.MY_PAGE, TournamentButton(tournament.id, TournamentAction.SHOW)),
            Button(words.HISTORY, _history(tournament)),
        ),
        accent=Accent.GOLD if tournament.is_open or tournament.has_begun else Accent.GREY,
    )


def _heading(tournament: Tournament) -> Text:
    return Plain("### {name}", name=words.named(tournament))


def _shown(field: Field, table: Table | None, most: int | None = None) -> tuple[Text | None, ...]:
    """A table, ``most`` of its rows at most; before there are tables, who may enter and is in."""
    tournament = field.tournament
    if table is None:
        when = words.when(tournament) if tournament.is_open else None
        return words.limits(tournament), when, words.who(field)
    name = Plain("**{name}**", name=table.name) if table.name else None
    return name, words.rows(field, table, most), words_of(tournament).below(field, table)


def _joining(tournament: Tournament) -> list[Button]:
    join = TournamentButton(tournament.id, TournamentAction.JOIN)
    in_seasons = FORMATS[tournament.kind].in_seasons
    if not in_seasons and tournament.rules.repeat is Repeat.NEVER:
        return [Button(words.JOIN, join, Style.PRIMARY)]
    once = TournamentButton(tournament.id, TournamentAction.ONCE)
    always = words.EVERY_SEASON if in_seasons else words.EVERY_TIME
    label = words.ONCE if in_seasons else words.THIS_ONE
    return [Button(always, join, Style.PRIMARY), Button(label, once)]


def paged(view: TournamentView) -> TournamentView:
    """The view with long tables divided into pages."""
    words_for = words_of(view.tournament)
    pages = [each for table in view.tables for each in words_for.pages(view.field, table)]
    return replace(view, tables=tuple(pages))


def page(
    view: TournamentView,
    number: int,
    matches: Sequence[MatchSummary] = (),
    absence: Absence | None = None,
    picture: Words | None = None,
) -> Page:
    """One of the tables, with the reader's own place and what they can do.

    ``matches`` are those in which it is the reader's turn. ``absence`` is that of the bot, during
    which the tournament stands still. ``picture`` is the alternative text of the chart, None if
    there is none.
    """
    tournament = view.tournament
    table = view.tables[number] if view.tables else None
    return Page(
        _heading(tournament),
        None if absence is None else words.stands_still(absence),
        words.state_of(tournament),
        words.how(tournament) if table is None else None,
        *_shown(view.field, table),
        words.own(view),
        Plain("-# {told}", told=_told(view.act)) if view.act is not None else None,
        Picture(picture) if picture is not None else None,
        Row(*(replace(move_button(e), label=MOVE.of(match=e.id)) for e in matches[:IN_ROW])),
        Row(*_ways(view, number)),
        Row(*_doing(view)),
        accent=Accent.GOLD,
    )


def _ways(view: TournamentView, number: int) -> Iterator[Button]:
    def way(table: int) -> TournamentButton:
        return TournamentButton(view.tournament.id, TournamentAction.SHOW, table + 1)

    yield from page_buttons(number, len(view.tables), words.PREVIOUS, words.NEXT, way)
    yield Button(words.PLACES, TournamentButton(view.tournament.id, TournamentAction.PLACES))
    yield Button(words.HISTORY, _history(view.tournament))
    if view.organises:
        nobody = PlayerId(0)
        yield Button(words.MANAGE, ManageButton(view.tournament.id, Act.SHOW, nobody, nobody))


def _doing(view: TournamentView) -> list[Button]:
    tournament, own = view.tournament, view.own
    if words.may_join(view):
        return _joining(tournament)
    if own is None or not own.is_in or not (tournament.is_open or tournament.has_begun):
        return []
    of = TournamentButton(tournament.id, TournamentAction.WITHDRAW)
    doing = [Button(words.LEAVE, replace(of, action=TournamentAction.LEAVE))]
    if own.number is not None:
        doing = [Button(words.WITHDRAW, of, Style.DANGER)]
    if view.may_sit_out:
        label = words.PLAY_AGAIN if own.sits_out else words.SIT_OUT
        doing.append(Button(label, replace(of, action=TournamentAction.SIT_OUT)))
    return doing


def _told(event: Event) -> Text:
    return Plain("{day} {told}", day=words.day(event.at), told=event_words.heard(event))


def places(view: TournamentView) -> Page:
    back = TournamentButton(view.tournament.id, TournamentAction.SHOW)
    return Page(words.places(view), Row(Button(words.BACK, back)))


def ask_to_withdraw(view: TournamentView) -> Page:
    tournament = view.tournament
    go = TournamentButton(tournament.id, TournamentAction.WITHDRAWN)
    stay = TournamentButton(tournament.id, TournamentAction.STAY)
    asked = sentences(
        Text("Do you want to withdraw from {name}?", name=words.named(tournament)),
        Text("All your games in progress in it are resigned."),
        words_of(tournament).leaving(view.field, view.reader_id),
    )
    return Page(asked, Row(Button(words.WITHDRAW, go, Style.DANGER), Button(words.STAY, stay)))


def history(tournament: Tournament, found: Sequence[Event], before: int) -> Page:
    """A page of the log before an entry, 0 for the newest page.

    If ``found`` has one event more than a page, there are older pages.
    """
    newest = _history(tournament)
    shown = found[:ON_PAGE]
    older = replace(newest, number=shown[-1].id) if len(found) > ON_PAGE else None
    told = [*map(_told, shown)]
    return Page(
        Text("### {name}: history", name=words.named(tournament)),
        lines(*told) if told else words.NO_HISTORY,
        Row(
            Button(words.NEWEST, newest) if before else None,
            Button(words.OLDER, older) if older is not None else None,
            Button(words.BACK, TournamentButton(tournament.id, TournamentAction.SHOW)),
        ),
    )
