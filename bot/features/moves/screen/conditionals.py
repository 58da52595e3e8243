"""The private board of prepared answers."""

from functools import partial

from bot.features.moves.composition import STOP, MovedOn
from bot.features.moves.conditionals import (
    Conditionals,
    ConditionalService,
)
from bot.features.moves.screen.boards import asking_page, show_asking, show_changed, ways
from bot.features.moves.screen.question import WHOLE, Question
from bot.features.moves.words import TYPE, hint, prompt
from bot.screen.ids import BoardAction, ConditionalButton
from bot.screen.interaction import Click, Handler, Interaction, Screen
from bot.screen.page import (
    Accent,
    Button,
    Form,
    Menu,
    Page,
    Picture,
    Row,
    Style,
    TextField,
    options,
)
from bot.screen.words import match_title, quoted
from renderer import PictureRequest
from rules.record import as_written
from rules.texts import Plain, Text, Words, lines

THEIRS = Text("**If they play** ({side}):")
ABOUT = Text(
    "Choose a move they may play, then your answer. If they play it, I play your "
    "answer at once, and it costs you no time. Nobody else sees this."
)


def heading(now: Conditionals) -> Text:
    """What this is about, and what is prepared."""
    title = Text("### Prepared answers: {match}", match=match_title(now.match.match))
    told: list[Words] = [title, Plain("-# {about}", about=ABOUT)]
    if not now.kept.lines:
        return lines(*told, Text("Nothing is prepared yet."))
    kept = [quoted(written(now, line)) for line in now.kept.lines]
    numbered = (f"{number}. {line}" for number, line in enumerate(kept, 1))
    return lines(*told, Text("**Prepared**"), *numbered)


def written(now: Conditionals, line: tuple[str, ...]) -> str:
    """A line as players type it: ``b7-b5; c2-c4``."""
    return "; ".join(as_written(now.match.position, line))


def state(now: Conditionals, question: Question | None) -> Text:
    told: list[Words | None] = []
    if now.kept.draft:
        line = Text("**This line:** {line}", line=quoted(written(now, now.kept.draft)))
        told += [line, now.sentence]
    if now.composition is None or question is None:
        return lines(*told, Text("The line ends here."))
    whose = Text("**Your answer**, as {side}:") if now.is_own_turn else THEIRS
    told.append(whose.of(side=now.match.seats[now.position.to_move or 0].colour_name))
    return lines(*told, prompt(now.composition, question, hint(now.composition)))


def conditionals(
    now: Conditionals, remark: Words | None, question: Question | None, alt: str
) -> Page:
    """The board after the draft, the next choices, and the stored lines."""
    make = partial(ConditionalButton, now.match.id, now.stage)
    keep = Button(Text("Save this line"), make(BoardAction.KEEP), Style.SUCCESS)
    type_it = Button(TYPE, make(BoardAction.TYPE))
    take_back = Text("Take back", "button") if now.kept.draft else None
    head = lines(remark, heading(now))
    labels = {number: written(now, line) for number, line in enumerate(now.kept.lines)}
    return asking_page(
        (head, Picture(alt), state(now, question)),
        question,
        make,
        Row(
            keep if now.can_be_kept else None,
            *ways(now.composition, question, make, take_back),
            type_it if not now.kept.draft else None,
        ),
        Menu(make(BoardAction.DROP), options(labels), Text("Delete a line")) if labels else None,
        accent=Accent.PURPLE,
    )


async def on_conditional(click: Click[ConditionalButton]) -> None:
    prepared = click.services[ConditionalService]
    if click.id.action is BoardAction.TYPE:  # a form has to be the first answer
        await _ask(click)
        return
    await click.defer_update()
    if click.id.action in (BoardAction.SHOW, BoardAction.PART):
        now = await prepared.show(click.actor, click.id.match_id)
        part = click.id.number if now.stage == click.id.stage else WHOLE
        await show_conditionals(click, now, part=part)
    else:
        await show_changed(click, _change(click), show_conditionals)


async def show_conditionals(
    interaction: Interaction, now: Conditionals, *, part: int = WHOLE, remark: Words | None = None
) -> None:
    own = await interaction.own_picture(now.match)
    seen = PictureRequest(now.position, now.events, viewer=own.viewer, theme=own.theme)
    page, sentence = partial(conditionals, now, remark), now.sentence
    await show_asking(interaction, seen, now.composition, page, part=part, sentence=sentence)


async def _change(click: Click[ConditionalButton]) -> Conditionals:
    prepared, player = click.services[ConditionalService], click.actor
    match_id, stage = click.id.match_id, click.id.stage
    match click.id.action:
        case BoardAction.TAKE:
            return await prepared.take(player, match_id, stage, click.choice(click.id.number))
        case BoardAction.STOP:
            return await prepared.take(player, match_id, stage, STOP)
        case BoardAction.BACK:
            return await prepared.back(player, match_id, stage)
        case BoardAction.KEEP:
            return await prepared.keep(player, match_id, stage)
        case BoardAction.DROP if click.number is not None:
            return await prepared.drop(player, match_id, stage, click.number)
        case _:
            raise MovedOn(await prepared.show(player, match_id))


LONGEST_LINE = 1000


async def _ask(click: Click[ConditionalButton]) -> None:
    now = await click.services[ConditionalService].show(click.actor, click.id.match_id)
    theirs = next(iter(now.match.position.moves()))
    yours = next(iter(now.match.position.after(theirs).moves()), None)
    example = "" if yours is None else f"{theirs.written}; {yours.written}"
    field = TextField("line", Text("Their move; your answer"), LONGEST_LINE, example=example)
    await click.ask(Form(Text("Prepare an answer"), click.id, (field,)))


async def on_line_form(click: Click[ConditionalButton]) -> None:
    typed = click.services[ConditionalService].type_line(
        click.actor, click.id.match_id, click.value
    )
    await show_changed(click, typed, show_conditionals)


SCREEN = Screen(
    handlers=(
        Handler(ConditionalButton, on_conditional, defer=False),
        Handler(ConditionalButton, on_line_form, is_form=True),
    ),
)
