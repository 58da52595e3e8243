"""Very many timers, made in the database, since that is quickest."""

from sqlalchemy import Connection, text

from tests.kit.club import ADA, Club

NUMBERS = """
WITH RECURSIVE numbers(n) AS (SELECT CAST(2 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers
WHERE n < {last})
"""
CHALLENGES = """
INSERT INTO challenges ({columns}, id, key) {numbers}
SELECT {values}, n, 'many:' || n FROM numbers, challenges WHERE challenges.id = 1
"""
LATER = """
INSERT INTO timers (kind, subject_id, due_at) {numbers}
SELECT CASE n % 3 WHEN 0 THEN 'deadline' WHEN 1 THEN 'reminder' ELSE 'idle' END, 1000000 + n,
due_at FROM numbers, timers WHERE subject_id = 1
"""
SOON = """
INSERT INTO timers (kind, subject_id, due_at) {numbers}
SELECT kind, n, due_at FROM numbers, timers WHERE subject_id = 1
"""

PUT_OFF = "UPDATE timers SET due_at = '2027-06-15 12:00:00.000000' WHERE subject_id > 1000000"


def fill(connection: Connection, due: int, later: int) -> None:
    """As many open challenges that run out at once as are ``due``, and timers for later."""
    row = connection.execute(text("SELECT * FROM challenges")).one()
    columns = [name for name in row._fields if name not in ("id", "key")]
    named = ", ".join(columns)
    values = ", ".join(f"challenges.{name}" for name in columns)
    soon, far = NUMBERS.format(last=due), NUMBERS.format(last=later)
    for statement in (
        CHALLENGES.format(columns=named, values=values, numbers=soon),
        SOON.format(numbers=soon),
    ):
        connection.execute(text(statement))
    if later:
        connection.execute(text(LATER.format(numbers=far)))
        connection.execute(text(PUT_OFF))
    connection.execute(text("ANALYZE"))


async def filled(club: Club, due: int, later: int) -> None:
    """Let so many challenges be about to run out, and so many other timers run out much later."""
    await club.offer(ADA, ())
    await club.database.write(fill, due, later)
