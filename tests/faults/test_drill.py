"""Whatever goes wrong with the bot pages somebody, by one alert, and no restart is asked for."""

import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from data.shards import Shards
from tests.faults import drilling
from tests.faults.drilling import Drill, drilled
from tests.kit.databases import needs_postgresql
from tests.kit.prometheus import History
from tests.test_docs import anchors

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "monitoring"
GROUPS = yaml.safe_load((FOLDER / "alerts.yml").read_text(encoding="utf-8"))["groups"]
ALERTS: Mapping[str, Any] = {rule["alert"]: rule for group in GROUPS for rule in group["rules"]}
INHIBITIONS = yaml.safe_load((FOLDER / "alertmanager.yml").read_text(encoding="utf-8"))
OF_A_BUSY_MACHINE = {"QuintetSlowAnswers", "QuintetDatabaseSlow"}
"""What the machine of the tests can be the reason of."""
NO_MORE = 9
"""So many scrapes take two minutes."""
FUNCTIONS = {"rate", "increase", "changes", "absent", "time", "sum", "by", "histogram_quantile"}

Fault = Callable[[Drill], Awaitable[None]]
COPIED = [
    drilling.copy_by("echo could not write: No space left on device >&2; exit 1"),
    drilling.copy_by("sleep 1; exit 1"),
]
ENDED = (drilling.schema_newer, drilling.token_revoked)
"""What ends the program, so that no restart mends it."""
DRILLS: list[tuple[str, Fault, str | None]] = [
    ("DatabaseDown", drilling.database_away, None),
    ("CommandFails", drilling.command_fails, None),
    ("CommandFailed", drilling.command_failed_once, None),
    ("DatabaseFull", drilling.database_full, None),
    ("PutAside", drilling.message_put_aside, None),
    ("DatabaseSlow", drilling.database_slow, None),
    ("DatabaseErrors", drilling.database_damaged, None),
    ("DatabaseFlaps", drilling.database_comes_and_goes, None),
    ("Down", drilling.schema_newer, None),
    ("Down", drilling.token_revoked, None),
    ("Unwatched", drilling.nobody_scrapes, None),
    ("Restarting", drilling.starts_again_and_again, None),
    ("Memory", drilling.little_memory, None),
    ("Disconnected", drilling.disconnected, None),
    ("DiscordFails", drilling.discord_fails, None),
    ("RateLimited", drilling.discord_limits, None),
    ("SlowAnswers", drilling.slow_answers, None),
    ("BoardsLate", drilling.boards_late, None),
    ("DeadlinesLate", drilling.deadlines_late, None),
    ("TimeoutsHeld", drilling.timeouts_held, None),
    ("JobFailing", drilling.job_fails, None),
    ("JobEnds", drilling.job_fails_now_and_then, None),
    ("BackupFails", COPIED[0], None),
    ("BackupFails", COPIED[1], None),
    ("BackupFails", drilling.backup_fails, "quintet.db/copies"),
    ("BackupOld", drilling.backup_old, "copies"),
]
BY_DAY = 4


def firing(history: History) -> set[str]:
    """The alerts whose condition holds."""
    return {name for name, rule in ALERTS.items() if history.evaluate(rule["expr"])}


def held_back(alerts: set[str]) -> set[str]:
    """Those of the alerts that another one of them holds back."""
    return {
        target
        for rule in INHIBITIONS["inhibit_rules"]
        if any(matches(rule["source_matchers"], each) for each in alerts)
        for target in alerts
        if matches(rule["target_matchers"], target)
    }


def matches(matchers: list[str], alert: str) -> bool:
    (matcher,) = matchers
    label, sign, text = re.fullmatch(r'(\w+) (=~?) "?(.+?)"?', matcher).groups()  # type: ignore[union-attr]
    assert label == "alertname"
    return alert == text if sign == "=" else re.fullmatch(text, alert) is not None


def cases() -> Iterator[Any]:
    for number, (alert, fault, backups) in enumerate(DRILLS):
        marks = [pytest.mark.night] if number >= BY_DAY else []
        marks += [needs_postgresql] if fault in COPIED else []
        named = fault.__qualname__.partition(".")[0]
        yield pytest.param(alert, fault, backups, id=f"{alert}-{named}", marks=marks)


@pytest.mark.parametrize(("alert", "fault", "backups"), [*cases()])
async def test_a_fault_pages_by_one_alert_within_two_minutes(
    tmp_path: Path, alert: str, fault: Fault, backups: str | None
) -> None:
    expected = f"Quintet{alert}"
    async with drilled(tmp_path, backups) as drill:
        assert expected not in firing(drill.history)
        await fault(drill)
        left = NO_MORE
        while left and expected not in firing(drill.history):
            await drill.scrape()
            left -= 1
        found = firing(drill.history) - (OF_A_BUSY_MACHINE - {expected})
        assert found - held_back(found) == {expected}
        lives = await drill.asked("/live")
        assert (lives is None) == (fault in ENDED)


def metrics_of(expression: str) -> set[str]:
    bare = re.sub(r"\{.*?\}|\[.*?\]|by \(.*?\)", "", expression)
    return set(re.findall(r"[a-z_]{2,}", bare)) - FUNCTIONS


def dashboard() -> Iterator[str]:
    """The expressions of the dashboard."""
    for panel in json.loads((FOLDER / "dashboard.json").read_text(encoding="utf-8"))["panels"]:
        yield from (target["expr"] for target in panel["targets"])


def test_every_alert_is_drilled_and_says_what_to_do() -> None:
    assert {f"Quintet{alert}" for alert, *_ in DRILLS} == ALERTS.keys()
    page = (ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8")
    for name, rule in ALERTS.items():
        path, _, anchor = rule["annotations"]["runbook"].partition("#")
        assert anchor in anchors(ROOT / path)
        assert f"| `{name}` | " in page
        assert rule["annotations"]["summary"]
        assert rule["labels"]["severity"] in ("page", "ticket")


async def test_a_process_that_makes_no_backups_tells_of_none(tmp_path: Path) -> None:
    async with drilled(tmp_path, "copies", shards=Shards(1, 1, 2)) as drill:
        assert "quintet_database_up" in drill.history.series
        assert "quintet_last_backup_timestamp_seconds" not in drill.history.series


async def test_all_figures_that_alerts_and_dashboard_name_are_told(tmp_path: Path) -> None:
    async with drilled(tmp_path, "copies") as drill:
        thread_id = await drill.remote.begin()
        drill.remote.move(drill.remote.ada, thread_id, "b2-b4")
        await drill.remote.boards(thread_id, 2)
        await drilling.little_memory(drill)
        told = drill.history.series.keys()
    expressions = {rule["expr"] for rule in ALERTS.values()} | {*dashboard()}
    assert len(expressions) > 30
    named = {each for expression in expressions for each in metrics_of(expression)}
    for page in ("monitoring.md", "hosting.md"):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        named |= set(re.findall(r"quintet_[a-z_]+[a-z]", text))
    assert named - told == set()
