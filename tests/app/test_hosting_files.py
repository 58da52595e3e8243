"""The files that hosts copy are what the bot and its documentation say they are."""

import os
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.app.settings import Settings
from data.shards import Shard

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "docs" / "hosting" / "quintet.service"
CLUSTER = ROOT / "docs" / "hosting" / "kubernetes.yaml"
MOST_EXPOSED = 30
"""Ten times what systemd counts: 0 for a service that may do nothing, 100 for one without limit."""


def test_the_service_starts_again_unless_that_mends_nothing() -> None:
    unit = RawConfigParser(strict=False)
    unit.read(UNIT, encoding="utf-8")
    service = unit["Service"]
    given_up = {int(code) for code in service["RestartPreventExitStatus"].split()}
    assert given_up == {os.EX_NOPERM, os.EX_CONFIG}
    folder = service["WorkingDirectory"]
    assert service["ExecStart"] == f"{folder}/.venv/bin/quintet run"
    assert service["ReadWritePaths"] == f"{folder}/var"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_service_may_do_little() -> None:
    command = ("systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}", UNIT)
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def parts() -> dict[str, Any]:
    return {each["kind"]: each for each in yaml.safe_load_all(CLUSTER.read_text(encoding="utf-8"))}


def test_each_pod_has_a_shard_of_its_own(tmp_path: Path) -> None:
    spec = parts()["StatefulSet"]["spec"]
    (bot,) = spec["template"]["spec"]["containers"]
    given = {each["name"]: each["value"] for each in bot["env"] if "value" in each}
    secrets = {"token": "a.token.of.three", "database": "postgresql+asyncpg://bot@server/quintet"}
    for name, secret in secrets.items():
        (tmp_path / name).write_text(secret, encoding="utf-8")
        given = {
            key: value.replace("/run/secrets/quintet", str(tmp_path))
            for key, value in given.items()
        }
    found = []
    for number in range(spec["replicas"]):
        there = {key: value.replace("$(POD_INDEX)", str(number)) for key, value in given.items()}
        settings = Settings.from_environment(there)
        assert (settings.unknown, settings.require_token()) == ((), secrets["token"])
        assert settings.database_url == secrets["database"]
        found += settings.shards.each
    assert found == [Shard(number, spec["replicas"]) for number in range(spec["replicas"])]
    ports = {each["name"]: each["containerPort"] for each in bot["ports"]}
    for probe, path in (("startup", "/live"), ("liveness", "/live"), ("readiness", "/ready")):
        assert bot[f"{probe}Probe"]["httpGet"]["path"] == path
        assert ports[bot[f"{probe}Probe"]["httpGet"]["port"]] == int(given["METRICS_PORT"])


def test_a_pod_may_write_nothing_but_its_volumes() -> None:
    pod = parts()["StatefulSet"]["spec"]["template"]["spec"]
    (bot,) = pod["containers"]
    assert bot["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert pod["securityContext"]["runAsNonRoot"]
    assert {each["mountPath"] for each in bot["volumeMounts"] if not each.get("readOnly")} == {
        "/data",
        "/tmp",
    }
