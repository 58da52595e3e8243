"""The operator's orders: people and servers that are blocked, and servers that the bot leaves."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete

from bot.core.errors import ServiceError
from bot.core.people.players import BlockedYou
from data.database import notify
from data.ids import PlayerId
from data.statements import all_of, insert_missing, selecting
from data.states import OrderKind
from data.tables import operator_orders
from rules.texts import Text

SUBJECT = "orders"
"""The subject of notices about orders."""


class BlockedByOperator(ServiceError):
    """A person whom the operator has blocked wants to take part in something."""

    says = Text("The operator of this bot has blocked you, so I do not answer you.")


@dataclass(frozen=True, slots=True)
class Order:
    """An order about a person or a server, by its id on Discord."""

    subject_id: int
    kind: OrderKind
    created_at: datetime


def give(connection: Connection, kind: OrderKind, subject_id: int, now: datetime) -> bool:
    """Store an order; False if it was given before."""
    row = {"subject_id": subject_id, "kind": kind, "created_at": now}
    notify(connection, SUBJECT)
    return insert_missing(connection, operator_orders, [row]) > 0


def withdraw(connection: Connection, kind: OrderKind, subject_id: int) -> bool:
    """Delete an order; False if there is none."""
    notify(connection, SUBJECT)
    gone = delete(operator_orders).filter_by(kind=kind, subject_id=subject_id)
    return connection.execute(gone).rowcount > 0


def all_orders(connection: Connection) -> tuple[Order, ...]:
    """All orders, oldest first."""
    column = operator_orders.c
    ordered = selecting(operator_orders, Order).order_by(column.created_at, column.subject_id)
    return all_of(connection, ordered, Order)


def is_blocked(connection: Connection, subject_id: int) -> bool:
    """Whether the operator has blocked the person or the server."""
    query = selecting(operator_orders, Order).filter_by(subject_id=subject_id)
    return connection.execute(query.filter_by(kind=OrderKind.BLOCKED)).first() is not None


def check_not_blocked(
    connection: Connection, newcomer: PlayerId, others: Collection[PlayerId]
) -> None:
    """Raise BlockedByOperator or BlockedYou if the operator has blocked one of these people."""
    among = operator_orders.c.subject_id.in_((newcomer, *others))
    query = selecting(operator_orders, Order).filter_by(kind=OrderKind.BLOCKED).where(among)
    found = {order.subject_id for order in all_of(connection, query, Order)}
    if newcomer in found:
        raise BlockedByOperator
    for player_id in others:
        if player_id in found:
            raise BlockedYou(player_id)
