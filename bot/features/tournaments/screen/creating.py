"""The setup panel: it creates a tournament, or changes the settings of one that has not begun.

It has three steps, in which every choice has a default.
"""

import re
import string
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Annotated, get_type_hints

from bot.core.errors import ServiceError
from bot.features.tournaments import words
from bot.features.tournaments.acts import Act, Given
from bot.features.tournaments.format_words import WORDS
from bot.features.tournaments.formats import FORMATS, Setup
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.values import Repeat, Tournament
from bot.screen import page
from bot.screen.buttons import reason_field
from bot.screen.ids import CustomId, Name
from bot.screen.interaction import Click, Interaction
from bot.screen.words import FRIENDLY, RATED, sentence
from data.ids import ChannelId, RoleId, TournamentId
from data.states import TournamentKind
from rules import GAMES
from rules.game import Variant
from rules.texts import NOTHING, Counted, Plain, Text, Words, labelled, lines, parted, sentences

DAYS = (0, 1, 2, 3, 7, 14)
"""After how many days it can begin; 0: when the organiser starts it."""
STEPS = 3
KEPT = 99
"""Stands for days if changed settings leave the beginning as it was."""
USUAL_CLOCK = 1
"""Index of the default clock."""
THIRDS = (None, True, False)
NOWHERE = ChannelId(0)

Packed = Annotated[str, re.compile("[0-9a-z]{1,48}")]
"""Packed choices, as the panel's buttons have them."""
_DIGITS = string.digits + string.ascii_lowercase


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices, each with its default and its number of possible values, which count from 0.

    ``variant`` and ``clock`` are indexes; of what is typed, 0 means nothing. ``tournament`` is the
    one whose settings are changed, 0 for a new one. New choices must be added at the end.
    """

    step: Annotated[int, 3] = 0
    variant: Annotated[int, 10] = 0
    clock: Annotated[int, 3] = 1
    days: Annotated[int, 100] = 3
    size: Annotated[int, 11] = 6
    games: Annotated[int, 3] = 0
    at_once: Annotated[int, 10] = 4
    friendly: Annotated[int, 2] = 0
    invited: Annotated[int, 2] = 0
    final: Annotated[int, 2] = 0
    most: Annotated[int, 1001] = 0
    matches: Annotated[int, 1000] = 0
    rating_from: Annotated[int, 5000] = 0
    rating_to: Annotated[int, 5000] = 0
    role: Annotated[int, 2**63] = 0
    third: Annotated[int, 3] = 0
    rounds: Annotated[int, 10] = 0
    round_days: Annotated[int, 61] = 0
    repeat: Annotated[int, 15] = 0
    tournament: Annotated[int, 2**53] = 0

    @property
    def first_step(self) -> int:
        """Format and game can be chosen only for a new tournament."""
        return 1 if self.tournament else 0


ROOM: dict[str, int] = {
    name: room
    for name, kind in get_type_hints(Choices, include_extras=True).items()
    for room in kind.__metadata__
}


def packed(choices: Choices) -> str:
    """The choices as one number in base 36; values that are too large are cut down."""
    number = 0
    for name, room in reversed(ROOM.items()):
        number = number * room + min(getattr(choices, name), room - 1)
    digits = ""
    while number or not digits:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def unpacked(text: Packed) -> Choices:
    number, found = int(text, len(_DIGITS)), {}
    for name, room in ROOM.items():
        number, found[name] = divmod(number, room)
    return Choices(**found)


class Control(StrEnum):
    """The menus and buttons of the panel; most are named like a field of ``Choices``."""

    KIND = "kind"
    GAME = "game"
    VARIANT = "variant"
    CLOCK = "clock"
    SIZE = "size"
    GAMES = "games"
    AT_ONCE = "at_once"
    FRIENDLY = "friendly"
    FINAL = "final"
    THIRD = "third"
    ROUNDS = "rounds"
    ROUND_DAYS = "round_days"
    DAYS = "days"
    REPEAT = "repeat"
    ROLE = "role"
    INVITED = "invited"
    LIMITS = "limits"
    BACK = "back"
    NEXT = "next"
    CREATE = "create"
    SAVE = "save"


class SetupPanel(CustomId, prefix="cr"):
    """A menu, button or form of the panel, with all that was chosen so far."""

    control: Control
    kind: TournamentKind
    game: Name
    chosen: Packed

    @property
    def choices(self) -> Choices:
        return unpacked(self.chosen)

    def choosing(self, **chosen: int) -> "SetupPanel":
        return replace(self, chosen=packed(replace(self.choices, **chosen)))

    def setup(self, channel_id: ChannelId = NOWHERE) -> Setup:
        """The choices as a setup."""
        chosen, clocks, variants = self.choices, tuple(words.CLOCKS), variants_of(self.game)
        return Setup(
            kind=self.kind,
            game=self.game,
            variant=variants[chosen.variant].id if chosen.variant < len(variants) else None,
            clock=clocks[chosen.clock],
            channel_id=channel_id,
            rated=not chosen.friendly,
            days=min(chosen.days, DAYS[-1]) or None,
            size=chosen.size,
            games=chosen.games,
            at_once=chosen.at_once if Control.AT_ONCE in WORDS[self.kind].settings else None,
            final_group=bool(chosen.final),
            rounds=chosen.rounds,
            round_days=chosen.round_days,
            repeat=REPEATS.get(0 if FORMATS[self.kind].in_seasons else chosen.repeat, Repeat.NEVER),
            third_place=THIRDS[chosen.third],
            by_invitation=bool(chosen.invited),
            most=chosen.most or None,
            matches=chosen.matches,
            rating_from=chosen.rating_from or None,
            rating_to=chosen.rating_to or None,
            role_id=RoleId(chosen.role) if chosen.role else None,
        )


GAMES_EACH: Mapping[int, page.Label] = {
    0: (Text("One or two against each opponent"), Text("Two in groups of up to 6, otherwise one")),
    1: Text("One game against each opponent"),
    2: (Text("Two games against each opponent"), Text("Everybody moves first in one")),
}
THIRD_PLACE: Mapping[int, page.Label] = {
    0: (Text("Third place with 8 or more"), Text("A game for it; with fewer it is shared")),
    1: Text("A game for third place"),
    2: Text("The third place is shared"),
}
REPEATS = {0: Repeat.NEVER, 1: Repeat.WEEKLY, 3: Repeat.MONTHLY}
"""How often it is held again, by the numbers in buttons, which are those of 1.0.0."""
REPEATED: Mapping[int, page.Label] = {
    0: (Text("Held once"), Text("It is not repeated")),
    1: Text("A new one every week"),
    3: Text("A new one every month"),
}
LIMITS = {
    "rating_from": (Text("Rating from", "button"), "1400"),
    "rating_to": (Text("Rating to", "button"), "1700"),
    "matches": (Text("Rated matches here, at least"), "5"),
    "most": (Text("Players at most", "button"), "16"),
}
LIMIT_DIGITS = 4
CREATE = Text("Create", "button")
ENTRY = {0: Text("Everybody can join"), 1: Text("By invitation only")}
RATED_OR_FRIENDLY: Mapping[int, page.Label] = {
    0: (RATED, Text("It changes your ratings")),
    1: (FRIENDLY, Text("No rating changes")),
}
FINAL: Mapping[int, page.Label] = {
    0: Text("No final group"),
    1: (Text("A final group"), Text("For the winners of the groups")),
}
ABOUT = {
    Control.KIND: Text("**Format**"),
    Control.GAME: Text("**Game**"),
    Control.VARIANT: Text("**Variant**"),
    Control.CLOCK: Text("**Time control**"),
    Control.FRIENDLY: Text("**Rated or friendly**"),
    Control.SIZE: Text("**Groups**"),
    Control.GAMES: Text("**Games**"),
    Control.AT_ONCE: Text("**At the same time**"),
    Control.FINAL: Text("**Final group**"),
    Control.THIRD: Text("**Third place**"),
    Control.ROUNDS: Text("**Rounds**"),
    Control.ROUND_DAYS: Text("**Last day of a round**"),
    Control.DAYS: Text("**Start**"),
    Control.REPEAT: Text("**Repeat**"),
    Control.ROLE: Text("**Role of players**"),
    Control.INVITED: Text("**Who can join**"),
}
"""The line above each menu."""
NUMBERS = Text("Type whole numbers, such as 1400, or leave it empty.")


def first() -> SetupPanel:
    return SetupPanel(Control.KIND, TournamentKind.LEAGUE, next(iter(GAMES)), packed(Choices()))


def settings(tournament: Tournament) -> SetupPanel:
    rules, clocks = tournament.rules, [*words.CLOCKS]
    chosen = Choices(
        step=1,
        clock=clocks.index(tournament.clock) if tournament.clock in clocks else USUAL_CLOCK,
        days=KEPT,
        size=rules.size,
        games=rules.games,
        at_once=rules.at_once,
        friendly=int(not tournament.rated),
        invited=int(rules.by_invitation),
        final=int(rules.final_group),
        most=rules.most,
        matches=rules.matches,
        rating_from=rules.rating_from or 0,
        rating_to=rules.rating_to or 0,
        role=rules.role_id or 0,
        third=THIRDS.index(rules.third_place),
        rounds=rules.rounds,
        round_days=rules.round_days,
        repeat=next(number for number, each in REPEATS.items() if each is rules.repeat),
        tournament=tournament.id,
    )
    return SetupPanel(Control.CLOCK, tournament.kind, tournament.game, packed(chosen))


def panel(now: SetupPanel, remark: Words = "") -> page.Page:
    """The current step of the panel with the choices so far; ``remark``: why creating failed."""
    chosen = now.choices
    parts = (_what, _how, _who)[chosen.step](now)
    remark = remark or _problem(now)
    back, further = chosen.step > chosen.first_step, chosen.step < STEPS - 1
    heading = lines(
        Text("### A new tournament · {step} of {steps}", step=chosen.step + 1, steps=STEPS),
        sentences(
            Text(
                "**{create}** makes it as shown and posts its card in this channel.", create=CREATE
            ),
            Text("**{next}** shows what else you can choose.", next=words.NEXT)
            if further
            else None,
        ),
    )
    last = page.Button(CREATE, replace(now, control=Control.CREATE), page.Style.SUCCESS)
    if chosen.tournament:
        heading = lines(
            Text("### Settings · {step} of {steps}", step=chosen.step, steps=STEPS - 1),
            Text("They can be changed until it begins."),
        )
        label = Text("Save", "button")
        last = page.Button(label, replace(now, control=Control.SAVE), page.Style.SUCCESS)
    return page.Page(
        heading,
        *parts,
        remark,
        # each stays where it is, so that a second tap meets the same button
        page.Row(
            page.Button(words.BACK, replace(now, control=Control.BACK), disabled=not back),
            page.Button(words.NEXT, replace(now, control=Control.NEXT), disabled=not further),
            last,
        ),
        accent=page.Accent.AMBER if remark else page.Accent.GOLD,
    )


def _menu(
    now: SetupPanel, control: Control, labels: Mapping[int, page.Label]
) -> tuple[Text, page.Menu]:
    """A menu below its line."""
    chosen = getattr(now.choices, control.value)
    return ABOUT[control], page.Menu(replace(now, control=control), page.options(labels, chosen))


def _problem(now: SetupPanel) -> Words:
    """Why this tournament cannot be created; empty if it can."""
    try:
        _ = now.setup().rules
    except ServiceError as error:
        return sentence(error)
    return ""


def _what(now: SetupPanel) -> list[page.Part]:
    formats = {kind: each.offer for kind, each in WORDS.items()}
    games = {game.info.id: game.info.name for game in GAMES.values()}
    found: list[page.Part] = [
        ABOUT[Control.KIND],
        page.Menu(replace(now, control=Control.KIND), page.options(formats, now.kind)),
        ABOUT[Control.GAME],
        page.Menu(replace(now, control=Control.GAME), page.options(games, now.game)),
    ]
    variants = variants_of(now.game)
    if len(variants) > 1:
        names = {number: each.name for number, each in enumerate(variants)}
        found.extend(_menu(now, Control.VARIANT, names))
    if not _problem(now):
        setup = now.setup()
        begins = Text("{facts}.", facts=_begins(setup.days or 0))
        found.append(lines(words.how(setup), words.limits(setup), begins))
    return found


def _begins(days: int) -> Text:
    if not days:
        return Text("Begins when I start it")
    return Counted("Begins in {number} day", "Begins in {number} days", days)


def _how(now: SetupPanel) -> list[page.Part]:
    clocks = {
        number: words.clock_choice(clock, now.game) for number, clock in enumerate(words.CLOCKS)
    }
    found: list[page.Part] = [
        *_menu(now, Control.CLOCK, clocks),
        *_menu(now, Control.FRIENDLY, RATED_OR_FRIENDLY),
    ]
    sizes = WORDS[now.kind].sizes
    if sizes is not None:
        group, when = sizes
        up_to = {each: (group.of(number=each), when) for each in range(4, 11)}
        found.extend(_menu(now, Control.SIZE, up_to))
        found.extend(_menu(now, Control.GAMES, GAMES_EACH))
    further: Mapping[Control, Mapping[int, page.Label]] = {
        Control.AT_ONCE: {0: Text("All opponents at once")}
        | {
            each: Counted("{number} opponent at a time", "{number} opponents at a time", each)
            for each in range(1, 10)
        },
        Control.FINAL: FINAL,
        Control.THIRD: THIRD_PLACE,
        Control.ROUNDS: {
            0: (Text("3 to 9 rounds"), Text("Depends on the number of players")),
            **{
                each: (
                    Text("{number} rounds", number=each),
                    Text("For {number} players or more", number=2 * each),
                )
                for each in range(3, 10)
            },
        },
        Control.ROUND_DAYS: {
            0: (Text("Rounds without a last day"), Text("A round lasts until its last game")),
            **{
                each: Text("At most {days} days a round", days=each)
                for each in (7, 14, 21, 30, 45, 60)
            },
        },
    }
    for control, labels in further.items():
        if control in WORDS[now.kind].settings:
            found.extend(_menu(now, control, labels))
    return found


def _who(now: SetupPanel) -> list[page.Part]:
    chosen, days = now.choices, {each: _begins(each) for each in DAYS}
    if chosen.tournament:
        days[KEPT] = Text("Begins as planned")
    limits = [
        labelled(label, value)
        for name, (label, _) in LIMITS.items()
        if (value := getattr(chosen, name))
    ]
    return [
        *_menu(now, Control.DAYS, days),
        *(() if FORMATS[now.kind].in_seasons else _menu(now, Control.REPEAT, REPEATED)),
        ABOUT[Control.ROLE],
        page.RoleMenu(
            replace(now, control=Control.ROLE),
            Text("No role needed"),
            chosen.role or None,
        ),
        *_menu(now, Control.INVITED, ENTRY),
        Plain("-# {limits}", limits=parted(limits)) if limits else NOTHING,
        page.Row(page.Button(Text("Set limits", "button"), replace(now, control=Control.LIMITS))),
    ]


def variants_of(game: str) -> list[Variant]:
    """The variants of a game for two players."""
    known = GAMES.get(game)
    return [] if known is None else [each for each in known.info.variants if each.seats == 2]


async def on_panel(click: Click[SetupPanel]) -> None:
    now, chosen = click.id, click.id.choices
    if now.control in (Control.LIMITS, Control.SAVE):
        await click.ask(_form(now))
        return
    await click.defer_update(counts=now.control is Control.CREATE)
    match now.control:
        case Control.CREATE:
            await _create(click, now)
            return
        case Control.BACK | Control.NEXT:
            step = chosen.step + (1 if now.control is Control.NEXT else -1)
            now = now.choosing(step=max(chosen.first_step, min(step, STEPS - 1)))
        case Control.KIND if click.value in set(TournamentKind):
            now = replace(now, kind=TournamentKind(click.value))
        case Control.GAME if click.value in GAMES:
            now = replace(now, game=click.value).choosing(variant=0)
        case Control.ROLE:
            now = now.choosing(role=click.number_or(0))
        case Control() if now.control.value in asdict(chosen):
            name = now.control.value
            now = now.choosing(**{name: click.number_or(getattr(chosen, name))})
    await click.show(panel(now))


def _form(now: SetupPanel) -> page.Form:
    """The form for what has to be typed: the reason for changed settings, or the entry limits."""
    if now.control is Control.SAVE:
        return page.Form(Text("Change the settings"), now, (reason_field(),))
    typed = [
        page.TextField(
            name,
            label,
            LIMIT_DIGITS,
            example=example,
            begun=str(getattr(now.choices, name) or ""),
            optional=True,
        )
        for name, (label, example) in LIMITS.items()
    ]
    return page.Form(Text("Who may enter"), now, tuple(typed))


async def on_form(click: Click[SetupPanel]) -> None:
    await (_change if click.id.control is Control.SAVE else _limit)(click)


async def _limit(click: Click[SetupPanel]) -> None:
    """Keep the typed limits; an empty field means none."""
    now = click.id
    typed = [each.strip() or "0" for each in click.values]
    if all(each.isdecimal() for each in typed):
        limits = dict(zip(LIMITS, map(int, typed), strict=True))
        await click.show(panel(now.choosing(**limits)))
    else:
        await click.show(panel(now, NUMBERS))


async def _change(click: Click[SetupPanel]) -> None:
    now, chosen = click.id, click.id.choices
    tournaments = click.services[TournamentService]
    tournament_id = TournamentId(chosen.tournament)
    try:
        kept = (await tournaments.check(click.actor, tournament_id)).tournament
        setup = replace(now, kind=kept.kind, game=kept.game).setup()
        given = Given(setup=setup, begins=chosen.days != KEPT, reason=click.value)
        field = await tournaments.act(click.actor, tournament_id, Act.SETTINGS, given)
    except ServiceError as error:
        await click.show(panel(now, click.refusal(error)))
        return
    await click.say(words.changed(field.tournament))


async def _create(interaction: Interaction, now: SetupPanel) -> None:
    setup = now.setup(interaction.stands())
    try:
        field = await interaction.services[TournamentService].create(interaction.actor, setup)
    except ServiceError as error:
        await interaction.show(panel(now, interaction.refusal(error)))
        return
    await interaction.say(words.created(field.tournament))
