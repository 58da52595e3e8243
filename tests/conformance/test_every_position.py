"""What holds for positions of every game: values, menus, moves put together, events, sentences."""

import dataclasses
import itertools
import random
from collections.abc import Iterator

import pytest

from rules import GAMES, IllegalMove, Move, Position
from rules.textboard import textboard
from tests.conformance.cases import every_variant, positions
from tests.kit.rules import random_match, sampled

FEW = 150


def walked(position: Position, taken: tuple[str, ...] = ()) -> Iterator[Move]:
    menu = position.steps(taken)
    if menu.complete:
        yield menu.complete
    for step in menu.options:
        yield from walked(position, (*taken, step.text))


def cells_named(value: object) -> set[str]:
    """Every text inside an event; cells are texts there."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, tuple):
        return set().union(*map(cells_named, value))
    if dataclasses.is_dataclass(value):
        return cells_named(tuple(getattr(value, part.name) for part in dataclasses.fields(value)))
    return set()


@every_variant
def test_nothing_changes_a_position(game: str, variant: str) -> None:
    for position in sampled(game, variant):
        before, number = position.encode(), hash(position)
        move = next(iter(position.moves()))
        position.play(move)
        position.events(move)
        position.describe(move)
        position.leave(0)
        assert position.encode() == before
        assert hash(position) == number


@every_variant
def test_a_move_has_one_notation_and_what_follows_unchecked_is_what_is_played(
    game: str, variant: str
) -> None:
    for position in sampled(game, variant):
        moves = list(itertools.islice(position.moves(), FEW))
        assert moves
        assert len({str(move) for move in moves}) == len(set(moves)) == len(moves)
        for move in moves:
            assert position.parse(str(move)) == move
            assert position.legal(move) == position.legal(str(move)) == move
            after = position.after(move)
            assert after == position.play(move) == position.play(str(move))
            again = GAMES[game].decode(after.encode())
            assert (after, after.outcome, after.to_move) == (again, again.outcome, again.to_move)


@every_variant
def test_menus_reach_exactly_the_legal_moves(game: str, variant: str) -> None:
    for position in positions(game, variant):
        listed = list(itertools.islice(position.moves(), FEW + 1))
        if len(listed) <= FEW:
            assert set(walked(position)) == set(listed)
        else:
            for move in random.Random(position.ply).sample(listed, 25):
                assert position.steps(position.read(str(move))[0]).complete == move
            for move in itertools.islice(walked(position), 50):
                assert position.parse(str(move)) == move


@every_variant
def test_every_choice_of_a_menu_leads_to_a_move(game: str, variant: str) -> None:
    for position in sampled(game, variant, most=4):
        paths = [()]
        for _ in range(60):
            taken = paths.pop(random.Random(len(paths)).randrange(len(paths)))
            menu = position.steps(taken)
            texts = [step.text for step in menu.options]
            assert len(set(texts)) == len(texts)
            assert all(step.label for step in menu.options)
            assert bool(menu.prompt) == bool(menu.options)
            assert any(True for _ in walked(position, taken))
            paths += [(*taken, text) for text in texts]
            if not paths:
                break


@every_variant
def test_a_choice_that_is_not_in_the_menu_is_refused(game: str, variant: str) -> None:
    position = sampled(game, variant)[0]
    with pytest.raises(IllegalMove) as refusal:
        position.steps(("nowhere",))
    assert refusal.value.code == "not_offered"
    assert str(refusal.value) == "nowhere cannot be chosen here."
    assert refusal.value.text == "nowhere"
    with pytest.raises(IllegalMove):
        position.draft(("nowhere",))


@every_variant
def test_events_and_sentences_tell_all_that_changed(game: str, variant: str) -> None:
    for position, move, after in random_match(game, variant, 4):
        events, before = position.events(move), position.pieces()
        told = cells_named(events)
        stands = after.pieces()
        changed = {
            cell for cell in before.keys() | stands.keys() if before.get(cell) != stands.get(cell)
        }
        sentence = str(position.describe(move))
        assert events
        assert changed <= told
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "\n" not in sentence


@every_variant
def test_what_is_told_of_a_position_can_be_shown(game: str, variant: str) -> None:
    colours = range(len(GAMES[game].info.colours))
    for position in sampled(game, variant):
        seats = range(position.variant.seats)
        assert len({position.colour_of(seat) for seat in seats}) == len(seats)
        assert position.to_move in seats
        again = GAMES[game].decode(position.encode())
        assert list(position.pieces()) == list(again.pieces())
        for piece in position.pieces().values():
            assert piece.colour in (None, *colours)
            assert piece.height >= 1
            assert piece.stack == () or len(piece.stack) == piece.height
        for fact in position.facts():
            assert str(fact)
            assert fact.colour in (None, *colours)
        shown = textboard(position).splitlines()
        assert shown == [line.rstrip() for line in shown] == textboard(again).splitlines()
        assert max(map(len, shown)) <= 80


@every_variant
def test_a_whole_move_leaves_the_board_as_it_does_when_played(game: str, variant: str) -> None:
    for position in sampled(game, variant):
        if position.to_move is None:
            continue
        assert position.drafted(()).pieces == position.pieces()
        taken: tuple[str, ...] = ()
        while (menu := position.steps(taken)).complete is None:
            taken = (*taken, menu.options[-1].text)
        drafted = position.drafted(taken)
        assert drafted.pieces == position.play(menu.complete).pieces()
        assert set(drafted.events) <= {*position.events(menu.complete)}
