"""Prometheus metrics that the running bot updates. No label holds any content.

Metrics that are read from the database on request are in ``bot.app.observation``.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()

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
RATE_LIMITS = Counter(
    "quintet_rate_limits_total", "Answers of Discord that said: not so fast.", registry=REGISTRY
)
TIMEOUTS_HELD = Gauge(
    "quintet_timeouts_held",
    "Players whose timeouts wait for an operator, since there were too many at once.",
    registry=REGISTRY,
)
