"""The general way from a request to a scene."""

from collections.abc import Iterable
from dataclasses import replace

from renderer.request import PictureRequest
from renderer.scene import CellLook, Figure, Mark, MarkKind, Panel, Presence, Scene, Sign, figure_of
from renderer.scenes.captions import SIGNED, footer, panel_facts, unseen
from renderer.scenes.choices import mark_choices, mark_suggestions
from renderer.scenes.events import MoveMarks
from rules.game import Cell, Colour, Drafted, Event, Position, Reason, Seat, StepKind


def build_scene(request: PictureRequest) -> Scene:
    """The scene that ``request`` asks for."""
    position = request.position
    board, shape = position.variant.board, position.info.shape
    drafted = (
        position.drafted(request.draft)
        if request.draft
        else Drafted(position.pieces(), request.events)
    )
    move_marks = MoveMarks(
        board,
        shape,
        drafted.pieces,
        turned=request.turned,
        in_order=bool(request.draft or request.suggested),
        counted=bool(request.draft) or not request.options,
    )
    if request.draft:  # what stood where there is nothing now, until it is told that it was taken
        for cell, piece in position.pieces().items():
            move_marks.leave_behind(cell, piece, Presence.MOVED)
    for event in drafted.events:
        move_marks.add(event)
    mark_choices(request, move_marks)
    mark_suggestions(request, move_marks)
    move_marks.leave_ways_free()
    _mark_reason(request, move_marks)
    _mark_telling(request, move_marks)
    figures = {cell: figure_of(shape, piece) for cell, piece in drafted.pieces.items()}
    figures |= move_marks.gone
    traces = {cell: figure_of(shape, each, Presence.DEPARTED) for cell, each in request.stood}
    figures = {**traces, **figures}
    opened = _open_cells(request) if board.endless else ()
    looks = {
        cell: CellLook(
            figures.get(cell),
            tuple(move_marks.marks.get(cell, ())),
            board.endless and cell not in figures,
            suggested=bool(request.suggested and move_marks.marks.get(cell)),
        )
        for cell in dict.fromkeys((*figures, *move_marks.marks, *opened))
    }
    return Scene(
        board=board,
        turned=request.turned,
        looks=looks,
        shape=shape,
        colours=position.info.colours,
        arrows=tuple(move_marks.arrows),
        panels=_panels(request, drafted.events),
        result="" if request.outcome is None else request.say(request.outcome.text),
        footer=request.say(footer(request)),
    )


def _mark_reason(request: PictureRequest, move_marks: MoveMarks) -> None:
    """Add the marks of the game's own ending; what players or managers settled has none."""
    position, result = request.position, request.outcome
    outcome = None if result is None or request.draft else position.outcome
    if result is None or outcome is None or outcome.winners != result.winners:
        return
    winners: set[Colour | None] = {position.colour_of(seat) for seat in outcome.winners}
    if outcome.reason is Reason.ISOLATED:
        _on_pieces(move_marks, winners, MarkKind.WON)
    elif outcome.reason is Reason.NO_MOVE:
        colours = {piece.colour for piece in move_marks.pieces.values()}
        _on_pieces(move_marks, colours - winners, MarkKind.STUCK)
    elif outcome.reason is Reason.EMPTIED:
        for cell, figure in move_marks.gone.items():
            if figure.top in winners:
                move_marks.mark(cell, Mark(MarkKind.WON))


def _mark_telling(request: PictureRequest, move_marks: MoveMarks) -> None:
    """Add the marks of pieces that cannot move, do not count or touch, while the game goes on."""
    lens = request.told
    if lens is not None:
        for cell in lens.stuck:
            if cell in request.telling:
                move_marks.mark(cell, Mark(MarkKind.STUCK))
        for spot in lens.spots:
            if spot.cell not in request.telling:
                continue
            if not spot.faint and spot.cell not in lens.stuck:
                move_marks.mark(spot.cell, Mark(MarkKind.TOUCHING))
            if spot.faint:
                figure = figure_of(move_marks.shape, move_marks.pieces[spot.cell])
                move_marks.gone[spot.cell] = replace(figure, presence=Presence.UNCOUNTED)
                move_marks.mark(spot.cell, Mark(MarkKind.CUT_OFF))


def _on_pieces(move_marks: MoveMarks, colours: set[Colour | None], kind: MarkKind) -> None:
    for cell, piece in move_marks.pieces.items():
        if piece.colour in colours:
            move_marks.mark(cell, Mark(kind))


def _open_cells(request: PictureRequest) -> Iterable[Cell]:
    """Where the next piece may be put: without a board nothing else shows these places."""
    position = request.position
    if position.to_move is None or request.outcome is not None:
        return ()
    occupied = position.pieces()
    return tuple(
        step.cells[0]
        for step in position.steps().options
        if step.kind is StepKind.CELL and step.cells and step.cells[0] not in occupied
    )


def _panels(request: PictureRequest, events: tuple[Event, ...]) -> tuple[Panel, ...]:
    """A panel for each colour, in the order of the colours; of three in that of the seats."""
    position, result = request.position, request.outcome
    to_move = None if result is not None else position.to_move
    if request.if_played is not None:
        to_move = request.if_played
    facts = position.facts()
    seats = {position.colour_of(seat): seat for seat in range(position.variant.seats)}
    return tuple(
        Panel(
            figure=_icon(position, colour, left=seats[colour] in request.left),
            name=request.say(position.info.sides[colour]),
            facts=request.say(panel_facts(facts, colour)),
            seat=seats[colour],
            strong=seats[colour] == to_move,
            winner=result is not None and seats[colour] in result.winners,
            left=seats[colour] in request.left,
            sign=(sign := _sign(request, seats[colour])),
            did=request.say(SIGNED[sign] if sign else unseen(events, seats[colour])),
        )
        for colour in (sorted(seats) if len(seats) < 3 else seats)
    )


def _sign(request: PictureRequest, seat: Seat) -> Sign | None:
    """The sign of how it ended, for those whom it concerns."""
    sign = None if request.outcome is None else request.outcome.sign
    match sign:
        case Sign.RESIGNED | Sign.TIMED_OUT:
            concerned = seat in request.left[-1:]
        case Sign.DECIDED:
            concerned = request.outcome is not None and seat in request.outcome.winners
        case _:
            concerned = True
    return sign if concerned else None


def _icon(position: Position, colour: Colour, *, left: bool) -> Figure:
    """A piece of ``colour``, which does not count once its player has left and others play on."""
    gone = left and position.variant.seats > 2
    presence = Presence.UNCOUNTED if gone else Presence.STANDS
    return Figure(position.info.shape, (colour,), presence=presence)
