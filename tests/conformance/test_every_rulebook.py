"""What holds for the written rules of every game, and for the positions that explain them."""

import re

from renderer import illustrations
from renderer.alt import MOST
from rules import GAMES
from rules.rulebook import examples, rules_text
from tests.conformance.cases import every_game
from tests.kit.world import renderer
from tests.renderer.boards import check_pieces
from tests.renderer.cases import pixels

SIZE = 480


@every_game
def test_the_rules_are_written_down(game: str) -> None:
    info, text = GAMES[game].info, rules_text(GAMES[game])
    assert text.startswith(f"# {info.name}\n\n## In short\n")
    assert info.designer in text
    assert str(info.year) in text
    told = [info.goal, *info.hints.values(), text]
    told += [f"{example.title} {example.caption}" for example in examples(GAMES[game])]
    assert (
        re.findall(r"\b(?:he|she|his|hers|her|him)\b", " ".join(map(str, told)), re.IGNORECASE)
        == []
    )
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings == ["In short", "Start", "Turn", "End", "Notation", "Rulings"]


@every_game
def test_every_example_belongs_to_a_section_and_can_be_played(game: str) -> None:
    shown = examples(GAMES[game])
    assert len({example.id for example in shown}) == len(shown) >= 3
    for example in shown:
        position = GAMES[game].decode(example.position)
        cells = {*example.notes, *example.options, *example.chain, *sum(example.arrows, ())}
        for cell in cells:
            position.variant.board.place(cell)
        if example.move is not None:
            assert position.play(example.move) != position
        assert f"\n## {example.section}\n" in rules_text(GAMES[game])
    first = {example.section: example.id for example in reversed(shown)}
    titles = [example.title for example in shown if example.id not in first.values()]
    assert all(titles)
    assert len(set(titles)) == len(titles)


@every_game
def test_every_example_is_illustrated(game: str) -> None:
    shown = illustrations(game)
    assert [each.id for each in shown[:2]] == ["short", "start"]
    assert [each.id for each in shown] == [example.id for example in examples(GAMES[game])]
    for illustration in shown:
        picture = pixels(renderer().picture(illustration.scene, "slate", SIZE))
        drawn = check_pieces(illustration.scene, picture, "slate", SIZE)
        assert bool(drawn) == any(look.figure for look in illustration.scene.looks.values())
        assert illustration.game == game
        assert str(illustration.alt).startswith(str(illustration.caption))
        assert len(str(illustration.alt)) <= MOST
