"""Pictures from a terminal."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from renderer.__main__ import main
from rules import GAMES, record


def opened(path: Path) -> Image.Image:
    return Image.open(io.BytesIO(path.read_bytes()))


@pytest.fixture
def match(tmp_path: Path) -> Path:
    played = record.Record("apart", "standard", 1, ("b2-b4", "c7-c5", "leaves 0"))
    positions = list(record.replay(played))
    path = tmp_path / "match.txt"
    path.write_text(record.write(replace(played, outcome=positions[-1].outcome)))
    return path


@pytest.mark.parametrize("text", ["hexhex5", GAMES["detach"].start().encode()])
def test_a_position_is_drawn(tmp_path: Path, text: str) -> None:
    out = tmp_path / "board.png"
    assert main(["position", "detach", text, str(out), "--size", "200", "--seat", "1"]) == 0
    assert opened(out).width == 200


def test_any_ply_of_a_match_is_drawn(tmp_path: Path, match: Path) -> None:
    files = []
    for ply in ("0", "1", "2", "-1"):
        out = tmp_path / "ply.png"
        assert main(["match", str(match), str(out), "--ply", ply, "--size", "200"]) == 0
        files.append(out.read_bytes())
    assert len(set(files)) == 4
    assert main(["match", str(match), str(tmp_path / "out.png"), "--ply", "9"]) == 2


def test_a_match_is_animated(tmp_path: Path, match: Path) -> None:
    out = tmp_path / "match.gif"
    assert main(["replay", str(match), str(out), "--theme", "tide", "--size", "200"]) == 0
    assert opened(out).n_frames == 4


@pytest.mark.parametrize(
    "arguments",
    [
        ["position", "apart", "nonsense", "out.png"],
        ["position", "apart", "standard", "out.png", "--size", "5"],
        ["match", "missing.txt", "out.png"],
    ],
)
def test_what_cannot_be_drawn_is_said(arguments, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert "cannot draw that" in capsys.readouterr().err
    assert not (tmp_path / "out.png").exists()
