"""The first round of a knockout."""


def bracket(players: int) -> list[tuple[int, int | None]]:
    """Who meets whom, from the top of the bracket down; None is a bye.

    Start numbers are folded: 1 and 2 can meet in the final alone, 1 to 4 not before the
    semi-finals, and so on. The best have the byes, all of them in the first round.
    """
    order = [1]
    while len(order) < players:
        order = [each for seed in order for each in (seed, 2 * len(order) + 1 - seed)]
    ties = zip(order[::2], order[1::2], strict=True)
    return [(high, low if low <= players else None) for high, low in ties]
