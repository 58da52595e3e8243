"""``/manage``: a panel of rulings on a match; a form asks for the result and the reason."""

import itertools
import re
from collections.abc import Iterator

from discord import app_commands
from discord.ext import commands

from bot.core.matches import MatchService, Scope, write_ranking
from bot.features.rulings import words
from bot.features.rulings.service import RulingService
from bot.features.rulings.words import Act, Ranking
from bot.features.tournaments import TournamentService
from bot.screen.buttons import PUBLIC_REASON, reason_field
from bot.screen.ids import CustomId
from bot.screen.interaction import Click, Handler, Interaction, Screen, command, command_options
from bot.screen.messenger.words import last_line
from bot.screen.page import Accent, Button, Form, Listed, Page, Pick, TextField, options, rows
from bot.screen.words import NOT_KEPT, match_title
from data.ids import ChannelId, MatchId
from data.states import EntryKind
from rules.texts import Plain, Text, lines

RANKING = re.compile("[0-9]([=>][0-9]){1,3}")
"""A ranking of seats, as ``0>1=2``."""


class Ruling(CustomId, prefix="mg"):
    """A button of the panel, or the form that it opens."""

    match_id: MatchId
    act: Act


@app_commands.guild_only()
class Rulings(commands.Cog):
    @command("Decide, annul or move a match, and what managers did to it (managers)")
    @app_commands.guild_only()
    async def manage(
        self, interaction: Interaction, match: command_options.ServerMatch = None
    ) -> None:
        if match is not None:
            await show_rulings(interaction, match)
            return
        actor, matches = interaction.actor, interaction.services[MatchService]
        await matches.check_manager(actor)
        found = await matches.offered(actor, Scope.SERVER, command_options.MAX_SEARCHED)
        here = next((each for each in found if each.thread_id == actor.place.here), None)
        if here is not None:
            await show_rulings(interaction, here.id)
        elif found:
            purpose = command_options.Purpose.MANAGE
            await command_options.ask_which(interaction, found, purpose)
        else:
            await interaction.say(words.NO_MATCH)


async def show_rulings(interaction: Interaction, match_id: MatchId) -> None:
    """Show the panel of a match, with its earlier rulings."""
    rulings = interaction.services[RulingService]
    match = await rulings.check(interaction.actor, match_id)
    ruled = await rulings.of(interaction.actor, match_id)
    acts = [Act.DECIDE, Act.ANNUL, Act.RELOCATE]
    if match.timed_out is not None:
        acts.append(Act.FORGIVE)
    buttons = (Button(words.LABELS[act], Ruling(match_id, act)) for act in acts)
    heading = Plain("### {match}", match=match_title(match))
    told = lines(last_line(match), words.log(ruled))
    await interaction.show(Page(heading, told, *rows(*buttons), accent=Accent.BLURPLE))


async def on_button(click: Click[Ruling]) -> None:
    """Open the form of a ruling, and say what the result changes in its tournament."""
    rulings, act = click.services[RulingService], click.id.act
    match = await rulings.check(click.actor, click.id.match_id, KINDS[act])
    why, fields = words.REASON, list[TextField | Pick]()
    told: Text | None = None
    tournament_id = match.match.tournament_id
    if tournament_id is not None and act is not Act.RELOCATE:
        why = PUBLIC_REASON
        found = await click.services[TournamentService].reliance(tournament_id, match.id)
        told = None if found is None else words.reliance(found)
    if act is Act.DECIDE:
        names = await click.client.names.in_time(match.people, match.server_id)
        labels = {
            write_ranking(each): words.decided(match, each, names)
            for each in rankings(len(match.players))
        }
        fields.append(Pick("result", words.RESULT, options(labels)))
    elif act is Act.RELOCATE:
        fields.append(Pick("channel", words.CHANNEL, Listed.CHANNELS))
    above = lines(match_title(match), told)
    await click.ask(Form(words.LABELS[act], click.id, (*fields, reason_field(why)), above))


KINDS = {
    Act.DECIDE: EntryKind.DECIDE,
    Act.ANNUL: EntryKind.ANNUL,
    Act.FORGIVE: EntryKind.FORGIVE,
    Act.RELOCATE: EntryKind.PLACE,
}


def rankings(seats: int) -> Iterator[Ranking]:
    """Every ranking of some seats in order, with all others sharing the place behind them."""
    for named in range(1, seats):
        for best in itertools.permutations(range(seats), named):
            others = tuple(seat for seat in range(seats) if seat not in best)
            yield (*((seat,) for seat in best), others)
    yield (tuple(range(seats)),)


async def on_form(click: Click[Ruling]) -> None:
    act, ruling = click.id.act, ""
    if act is Act.DECIDE:
        ruling = click.field("result")
        if not RANKING.fullmatch(ruling):
            await click.say(NOT_KEPT)
            return
    elif act is Act.RELOCATE:
        ruling = str(click.stands(ChannelId(click.numbered("channel") or 0)))
    rulings, reason = click.services[RulingService], click.field("reason")
    view = await rulings.rule(click.actor, click.id.match_id, KINDS[act], ruling, reason)
    alone = view.match.tournament_id is None or act is Act.RELOCATE
    await click.say(words.done(view) if alone else words.DONE_FOR_ALL)


SCREEN = Screen(
    cogs=(Rulings,),
    handlers=(Handler(Ruling, on_button, defer=False), Handler(Ruling, on_form, is_form=True)),
)
