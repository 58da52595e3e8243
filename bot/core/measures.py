"""Prometheus metrics that the running bot updates. No label holds any content.

Metrics that are read on request are in ``bot.app.observation``.
"""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)

from data.errors import FAILURE_KINDS, StorageError, failure_kind

LOST, RESUMED, BEGUN = "lost", "resumed", "begun"
"""What happens to a shard's connection."""
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

ENTRIES = Counter(
    "quintet_entries_total",
    "Entries written to the logs of matches: moves and whatever else happens.",
    ["kind"],
    registry=REGISTRY,
)
REFUSALS = Counter(
    "quintet_refusals_total",
    "What people asked for and did not get, by the kind of reason.",
    ["reason"],
    registry=REGISTRY,
)
FAILED = Counter(
    "quintet_interactions_failed_total",
    "Interactions that failed by a fault of the bot, by command or kind of button.",
    ["command"],
    registry=REGISTRY,
)
ACKNOWLEDGED = Histogram(
    "quintet_acknowledgement_seconds",
    "From hearing of an interaction to having acknowledged it; Discord waits for three seconds.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0),
    registry=REGISTRY,
)
POSTED = Histogram(
    "quintet_posting_seconds",
    "From the commit of something to be told to its being told, by what it is.",
    ["kind"],
    buckets=(0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 300.0, 3600.0),
    registry=REGISTRY,
)
POSTPONED = Counter(
    "quintet_postponements_total",
    "Attempts to tell something that failed and are made again, by what it is.",
    ["kind"],
    registry=REGISTRY,
)
GIVEN_UP = Counter(
    "quintet_given_up_total",
    "What was to be told and was refused by Discord for good, by what it is.",
    ["kind"],
    registry=REGISTRY,
)
PICTURES = Counter(
    "quintet_pictures_total", "Pictures drawn, by what they show.", ["kind"], registry=REGISTRY
)
DATABASE = Histogram(
    "quintet_database_seconds",
    "Transactions with the time they waited for their turn, by whether they write.",
    ["kind"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0),
    registry=REGISTRY,
)
DATABASE_ERRORS = Counter(
    "quintet_database_errors_total",
    "Transactions that the database failed, by what is wrong with it.",
    ["kind"],
    registry=REGISTRY,
)
RATE_LIMITS = Counter(
    "quintet_rate_limits_total", "Answers of Discord that said: not so fast.", registry=REGISTRY
)
DISCORD_ERRORS = Counter(
    "quintet_discord_errors_total",
    "Requests that Discord answered with a status from 500 on, or not at all.",
    registry=REGISTRY,
)
GATEWAY_EVENTS = Counter(
    "quintet_gateway_events_total",
    "Connections of shards that were lost, resumed, or begun anew.",
    ["event"],
    registry=REGISTRY,
)
JOB_ENDS = Counter(
    "quintet_job_ends_total",
    "Ends of background jobs, by whether the database was away or the job is at fault.",
    ["name", "cause"],
    registry=REGISTRY,
)
BACKUPS_FAILED = Counter(
    "quintet_backups_failed_total", "Daily backups that were tried and failed.", registry=REGISTRY
)

for kind in FAILURE_KINDS:
    DATABASE_ERRORS.labels(kind)
for event in (LOST, RESUMED, BEGUN):
    GATEWAY_EVENTS.labels(event)


def observe_database(kind: str, seconds: float, raised: BaseException | None) -> None:
    """Count a transaction; an ``Observer`` of ``data.database``."""
    DATABASE.labels(kind).observe(seconds)
    if isinstance(raised, StorageError):
        DATABASE_ERRORS.labels(failure_kind(raised)).inc()
