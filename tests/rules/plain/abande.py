"""Abande, read plainly."""

from random import Random

from rules import GAMES
from rules.game import Position
from rules.games.abande.position import AbandePosition
from rules.games.abande.turns import lonely, parts_without
from tests.rules.plain.places import HEX_STEPS, SQUARE_STEPS, Place, around, hexagon, parts, squares

BOARDS = {"hex": (hexagon(4), HEX_STEPS), "square": (squares(7), SQUARE_STEPS)}
STONES = 18
Stacks = dict[Place, str]
"""The stones of each piece from the bottom to the top, such as ``WB``."""


def position(random: Random) -> str:
    """The line of an arbitrary position: a band of any shape, or pieces anywhere at the end."""
    variant = random.choice(sorted(BOARDS))
    board, steps = BOARDS[variant]
    names = {place: name for name, place in board.items()}
    passes = random.choice((0, 0, 0, 1, 2))
    count = random.choice((0, 1, 2, 3, random.randint(0, len(board)), len(board)))
    if passes == 2:
        cells = set(random.sample(sorted(names), count))
    else:
        cells = band(random, names, steps, count)
    tall = random.choice((1, 2, 3))
    stacks = ",".join(
        f"{names[cell]}={''.join(random.choices('WB', k=random.randint(1, tall)))}"
        for cell in sorted(cells)
    )
    reserve = ",".join(str(random.choice((0, 1, random.randint(0, STONES), STONES))) for _ in "WB")
    ply = random.randint(0, 90)
    return f"{variant} ply:{ply} reserve:{reserve} passes:{passes} stacks:{stacks}"


def band(
    random: Random, names: dict[Place, str], steps: tuple[Place, ...], count: int
) -> set[Place]:
    """Connected cells, grown from anywhere: by the newest for a snake, by any for a lump."""
    grown: list[Place] = []
    snake = random.random() < 0.5
    while len(grown) < count:
        if not grown:
            grown.append(random.choice(sorted(names)))
            continue
        start = grown[-1] if snake and random.random() < 0.9 else random.choice(grown)
        free = sorted((around(start, steps) & names.keys()).difference(grown))
        if free:
            grown.append(random.choice(free))
    return set(grown)


def check(found: Position, random: Random) -> None:
    """Raise AssertionError unless both readings agree."""
    assert isinstance(found, AbandePosition)
    board, steps = BOARDS[found.variant.id]
    names = {place: name for name, place in board.items()}
    stacks = stacks_of(found)
    alone = {place for place in stacks if is_lonely(place, stacks, steps)}
    assert {
        board[found.variant.board.names[cell]] for cell in lonely(found.variant_id, found.stacks)
    } == alone
    lens, points = found.lens(), scores(stacks, alone)
    assert {board[spot.cell] for spot in lens.spots if spot.faint} == alone
    assert str(lens.said[0]) == "Points if it ended now: White {}, Black {}.".format(*points)
    assert [fact.text.number for fact in found.facts()] == [*points, *found.reserve]
    if found.passes == 2:
        assert found.outcome is not None
        assert found.outcome.scores == points
        assert found.outcome.ranking == ranking(points)
        assert found.to_move is None
        return
    assert found.outcome is None
    assert len(parts(stacks, steps)) <= 1
    plain = turns(found, stacks, names, steps)
    assert sorted(map(str, found.moves())) == sorted(plain)
    check_parts(found, stacks, names, steps)
    for text in random.sample(plain, min(2, len(plain))):
        check_after(found, text, stacks)


def check_parts(
    found: AbandePosition, stacks: Stacks, names: dict[Place, str], steps: tuple[Place, ...]
) -> None:
    """Into how many parts the band falls without each of the mover's pieces."""
    index = found.variant.board.index
    pieces = sum(1 << index[names[place]] for place in stacks)
    for place in list(stacks)[:3]:
        cell = index[names[place]]
        without = parts(stacks.keys() - {place}, steps)
        assert parts_without(found.variant_id, pieces, cell) == len(without)


def check_after(found: AbandePosition, text: str, stacks: Stacks) -> None:
    board, steps = BOARDS[found.variant.id]
    after, left = found.play(text), dict(stacks)
    if text == "pass":
        if found.passes:
            left = {each: left[each] for each in left if not is_lonely(each, stacks, steps)}
    elif "-" in text:
        origin, target = (board[name] for name in text.split("-"))
        left[target] += left.pop(origin)
    else:
        left[board[text]] = "WB"[found.ply % 2]
        reserve = list(found.reserve)
        reserve[found.ply % 2] -= 1
        assert after.reserve == tuple(reserve)
    assert stacks_of(after) == left
    assert GAMES["abande"].decode(after.encode()) == after


def stacks_of(found: Position) -> Stacks:
    board, _ = BOARDS[found.variant.id]
    return {
        board[name]: "".join("WB"[colour] for colour in piece.stack)
        for name, piece in found.pieces().items()
    }


def is_lonely(place: Place, stacks: Stacks, steps: tuple[Place, ...]) -> bool:
    """Whether no enemy piece stands beside."""
    owner = stacks[place][-1]
    return all(stacks[near][-1] == owner for near in around(place, steps) & stacks.keys())


def scores(stacks: Stacks, alone: set[Place]) -> tuple[int, int]:
    counting = [stack for place, stack in stacks.items() if place not in alone]
    white, black = (sum(len(stack) for stack in counting if stack[-1] == top) for top in "WB")
    return white, black


def ranking(points: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    if points[0] == points[1]:
        return ((0, 1),)
    return ((0,), (1,)) if points[0] > points[1] else ((1,), (0,))


def turns(
    found: AbandePosition, stacks: Stacks, names: dict[Place, str], steps: tuple[Place, ...]
) -> list[str]:
    """Every turn in notation."""
    mover = found.ply % 2
    plain = [] if found.reserve[mover] else ["pass"]
    if found.reserve[mover]:
        beside = {near for place in stacks for near in around(place, steps)}
        plain += [
            names[place]
            for place in names
            if place not in stacks and (place in beside or not stacks)
        ]
    if 2 * STONES - sum(found.reserve) < 3:
        return plain
    for place, stack in stacks.items():
        if stack[-1] != "WB"[mover] or len(parts(stacks.keys() - {place}, steps)) > 1:
            continue
        plain += [
            f"{names[place]}-{names[near]}"
            for near in around(place, steps) & stacks.keys()
            if stacks[near][-1] != stack[-1] and len(stacks[near]) + len(stack) <= 3
        ]
    return plain
