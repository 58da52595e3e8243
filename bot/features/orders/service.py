"""Keeps the operator's orders in memory, and leaves servers."""

from datetime import timedelta

import structlog

from bot.core.absences import WHOLE_SERVER, Why
from bot.core.matches import Now
from bot.core.people import orders
from bot.core.people.orders import Order
from bot.core.posting import Access, Messenger, Refusal, TryLater
from bot.core.waking import Wakeup
from bot.features.privacy import ServerPrivacy
from data.database import Database
from data.ids import PlayerId, ServerId
from data.states import OrderKind

logger = structlog.get_logger(__name__)


class OrderService:
    """Knows whom the bot does not answer, by the orders that were read last."""

    def __init__(
        self,
        database: Database,
        messenger: Messenger,
        now: Now,
        servers: ServerPrivacy,
        every: timedelta,
    ) -> None:
        self._database = database
        self._messenger = messenger
        self._now = now
        self._servers = servers
        self._every = every
        self._orders: tuple[Order, ...] = ()
        self._people: frozenset[int] = frozenset()
        self._places: frozenset[int] = frozenset()
        self._news = Wakeup()
        database.subscribe(orders.SUBJECT, self._news.set)

    def is_blocked(self, player_id: PlayerId) -> bool:
        """Whether the operator has blocked the person."""
        return player_id in self._people

    def is_left(self, server_id: ServerId | None) -> bool:
        """Whether the bot leaves the server, or has left it, by the operator's order."""
        return server_id in self._places

    def changed(self) -> None:
        """Look at once whether a server is to be left."""
        self._news.set()

    async def refresh(self) -> None:
        """Read the orders."""
        self._orders = await self._database.read(orders.all_orders)
        self._places = frozenset(each.subject_id for each in self._orders)
        self._people = frozenset(
            each.subject_id for each in self._orders if each.kind is OrderKind.BLOCKED
        )

    async def run(self) -> None:
        """Read and follow the orders again and again, until cancelled; raises StorageError."""
        while True:
            await self.refresh()
            for each in self._orders:
                await self._follow(each)
            await self._news.sleep(self._every)

    async def _follow(self, order: Order) -> None:
        """Leave the server of an order; once that is done, forget it if that is the order."""
        server_id = ServerId(order.subject_id)
        access = self._messenger.access(server_id, WHOLE_SERVER)
        if access is Access.OPEN:
            try:
                await self._messenger.leave(server_id)
            except (Refusal, TryLater) as error:
                logger.warning("server not left", server=server_id, reason=repr(error))
            else:
                logger.info("server left", server=server_id)
        elif isinstance(access, Why) and order.kind is OrderKind.LEAVING:
            await self._servers.forget(server_id)
            await self._database.write(orders.withdraw, order.kind, order.subject_id)
