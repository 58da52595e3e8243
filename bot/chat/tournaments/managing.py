"""What organisers do, as a panel of buttons; whatever needs a reason opens a form."""

from dataclasses import replace

from bot.chat.common.buttons import reason_field
from bot.chat.common.ids import CustomId
from bot.chat.common.page import Accent, Button, Field, Form, Page, Row, Style
from bot.chat.common.text import people, row
from bot.chat.interaction import Click, Interaction, handles, takes
from bot.chat.tournaments import acts, creating, exporting
from bot.chat.tournaments import text as words
from bot.chat.tournaments.acts import Act
from bot.chat.tournaments.formats import words_of
from bot.services import tournaments as cups
from data.ids import ChannelId, PlayerId, TournamentId
from data.states import TournamentState
from rules.texts import Plain, Text, labelled, lines

LONGEST_NAME = 60
ROW = 5
"""How many buttons stand beside each other."""


NEW_NAME = Text("The new name")


class CupAct(CustomId, prefix="ca"):
    """A button of the panel, or the form that asks why; people are 0 where it is about none."""

    tournament_id: TournamentId
    act: Act
    player_id: PlayerId
    opponent_id: PlayerId


def panel(field: cups.Field, player_id: PlayerId, opponent_id: PlayerId) -> Page:
    """What the organiser can do: to all of it, to one player, or about the game of two."""
    tournament = field.tournament
    about = [each for each in (player_id, opponent_id) if each]
    asked = CupAct(tournament.id, Act.BEGIN, player_id, opponent_id)
    red = (Act.CANCEL, Act.EXPEL)
    buttons = [
        Button(
            acts.WORDS[act].label,
            replace(asked, act=act),
            Style.DANGER if act in red else Style.SECONDARY,
        )
        for act in _acts(field, player_id, opponent_id)
    ]
    whom = [people(about)] if about else []
    heading = Plain("### {about}", about=row([words.named(tournament), *whom]))
    rows = (Row(*buttons[:ROW]), Row(*buttons[ROW:]))
    return Page(
        heading,
        words.state_of(tournament),
        _hint(field, player_id, opponent_id),
        *rows,
        accent=Accent.GOLD,
    )


def _hint(field: cups.Field, player_id: PlayerId, opponent_id: PlayerId) -> Text | None:
    tournament, words_for = field.tournament, words_of(field.tournament)
    if opponent_id:
        two = player_id, opponent_id
        return lines(*(acts.explained(act, field, *two) for act in _acts(field, *two)))
    if player_id or not (tournament.is_open or tournament.has_begun):
        return None
    two_named = Text("type this command with `player` and `opponent`.")
    hints = [_todo(Text("Add, withdraw or readmit"), Text("type this command with `player`."))]
    if words_for.by_rounds:
        hints.append(_todo(Text("Keep two apart"), two_named))
    if tournament.has_begun and words_for.replaces:
        hints.append(
            _todo(
                Text("Replace somebody"),
                Text("type this command with `player`, and as `opponent` who comes."),
            )
        )
    if tournament.has_begun:
        hints.append(_todo(Text("Decide a game that has not begun"), two_named))
        begun = Text("`/manage decide`, `annul` or `forgive`.")
        hints.append(_todo(Text("Decide a game that has begun"), begun))
    return lines(*hints)


def _todo(what: Text, how: Text) -> Text:
    return labelled(Plain("-# **{what}**", what=what), how)


async def show(interaction: Interaction, asked: CupAct) -> None:
    """Show the organiser the panel, about nobody or whom it names."""
    management = interaction.services.tournament_management
    field = await management.check(interaction.actor, asked.tournament_id)
    await interaction.show(panel(field, asked.player_id, asked.opponent_id))


def _acts(field: cups.Field, player_id: PlayerId, opponent_id: PlayerId) -> list[Act]:
    tournament = field.tournament
    if opponent_id:
        replaces = tournament.has_begun and words_of(tournament).replaces
        if replaces and opponent_id not in field.by_id:
            return [Act.REPLACE]
        apart = [Act.KEEP_APART] if words_of(tournament).by_rounds else []
        return [Act.WON, Act.BOTH_LOSE, *apart]
    if player_id:
        entrant = field.by_id.get(player_id)
        if entrant is None:
            return [Act.PUT_IN]
        return [Act.EXPEL if entrant.is_in else Act.READMIT]
    if tournament.is_open:
        return [Act.BEGIN, Act.SETTINGS, Act.RENAME, Act.HERE, Act.CANCEL]
    if not tournament.has_begun:
        return [Act.EXPORT]
    turn = Act.RESUME if tournament.state is TournamentState.STOPPED else Act.STOP
    ways = [turn, Act.RENAME, Act.HERE, Act.EXPORT, Act.CANCEL]
    if words_of(tournament).by_rounds and cups.latest_round(field) < tournament.rules.rounds:
        ways.insert(0, Act.CLOSE)
    return ways


async def on_act(click: Click[CupAct]) -> None:
    management, asked = click.services.tournament_management, click.id
    if asked.act not in acts.AT_ONCE:
        field = await management.check(click.actor, asked.tournament_id)
        reason = reason_field()
        name = Field("name", NEW_NAME, LONGEST_NAME, least=1)
        fields = (name, reason) if asked.act is Act.RENAME else (reason,)
        shown = acts.WORDS[asked.act]
        about = acts.before(asked.act, field, asked.player_id, asked.opponent_id)
        await click.ask(Form(shown.title or shown.label, asked, fields, about))
        return
    await click.defer_update()
    actor, cup_id = click.actor, asked.tournament_id
    match asked.act:
        case Act.SHOW:
            await show(click, asked)
            return
        case Act.EXPORT:
            await exporting.export(click, await management.check(actor, cup_id))
            return
        case Act.SETTINGS:
            tournament = (await management.check(actor, cup_id)).tournament
            if not tournament.is_open:
                raise cups.SettingsFixed(tournament)
            await click.show(creating.panel(creating.settings(tournament)))
            return
        case Act.BEGIN:
            field = await management.begin(actor, cup_id)
        case Act.HERE:
            field = await management.post(actor, cup_id, ChannelId(click.posting_channel(None)))
        case _:
            field = await management.put_in(actor, cup_id, asked.player_id)
    await click.say(acts.done(asked.act, field, asked.player_id, asked.opponent_id))


async def on_form(click: Click[CupAct]) -> None:
    management, asked, reason = click.services.tournament_management, click.id, click.values[-1]
    actor, cup_id, player_id = click.actor, asked.tournament_id, asked.player_id
    both = (player_id, asked.opponent_id)
    match asked.act:
        case Act.STOP:
            field = await management.stop(actor, cup_id, reason)
        case Act.RESUME:
            field = await management.resume(actor, cup_id, reason)
        case Act.CANCEL:
            field = await management.cancel(actor, cup_id, reason)
        case Act.CLOSE:
            field = await management.close_round(actor, cup_id, reason)
        case Act.KEEP_APART:
            field = await management.keep_apart(actor, cup_id, both, reason)
        case Act.REPLACE:
            field = await management.replace(actor, cup_id, both, reason)
        case Act.RENAME:
            field = await management.rename(actor, cup_id, click.value, reason)
        case Act.EXPEL:
            field = await management.expel(actor, cup_id, player_id, reason)
        case Act.READMIT:
            field = await management.readmit(actor, cup_id, player_id, reason)
        case _:
            winner = player_id if asked.act is Act.WON else None
            field = await management.decide(actor, cup_id, both, winner, reason)
    await click.say(acts.done(asked.act, field, asked.player_id, asked.opponent_id))


HANDLERS = (handles(CupAct, on_act, defer=False), takes(CupAct, on_form))
