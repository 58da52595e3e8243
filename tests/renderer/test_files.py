"""PNG and GIF files: what other programs read from them is what was drawn."""

import io

import numpy as np
import pytest
from PIL import Image

from renderer.palette import REPLAY, STILL, Palette, load_palette
from renderer.png import MOST_COLOURS, PngWriter, write_gif, write_small
from renderer.themes import THEMES, Theme
from rules.game import Shape
from tests.renderer import palettes

COLOURS = np.array([[10 * n % 256, 7 * n % 256, 3 * n % 256] for n in range(120)], np.uint8)


def noise(seed: int, height: int = 120, width: int = 90) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 120, (height, width), np.uint8)


def decoded(file: bytes) -> np.ndarray:
    image = Image.open(io.BytesIO(file))
    image.load()
    return np.asarray(image)


@pytest.mark.parametrize("height", [1, 24, 25, 26, 120])
def test_a_png_holds_what_was_drawn(height: int) -> None:
    picture = noise(height, height)
    assert (decoded(PngWriter().write(picture, COLOURS)) == picture).all()


@pytest.mark.parametrize(("colours", "bits"), [(16, 4), (17, 8)])
def test_a_small_png_holds_what_was_drawn(colours: int, bits: int) -> None:
    picture = noise(1) % colours
    file = write_small(picture, COLOURS[:colours].tobytes())
    assert (decoded(file) == picture).all()
    assert file[24] == bits


def test_kept_bands_give_the_same_file() -> None:
    writer, picture = PngWriter(), noise(1)
    first = writer.write(picture, COLOURS)
    changed = picture.copy()
    changed[60, 40] ^= 1
    between = writer.write(changed, COLOURS)
    assert between != first
    assert writer.write(picture, COLOURS) == first
    assert PngWriter().write(changed, COLOURS) == between


def test_a_gif_shows_every_frame_and_how_long() -> None:
    frames = [noise(5)]
    for seed in range(6, 9):
        frame = frames[-1].copy()
        frame[10 * seed - 50 : 10 * seed - 30, 20:50] = noise(seed, 20, 30)
        frames.append(frame)
    frames.append(frames[-1].copy())
    stays = [600, 600, 600, 600, 5000]
    image = Image.open(io.BytesIO(write_gif(zip(frames, stays, strict=True), COLOURS)))
    assert image.n_frames == len(frames)
    assert image.info["loop"] == 0
    for number, (frame, stay) in enumerate(zip(frames, stays, strict=True)):
        image.seek(number)
        assert (np.asarray(image.convert("RGB")) == COLOURS[frame]).all()
        assert image.info["duration"] == stay


def blocks(file: bytes) -> list[tuple[int, int]]:
    """How each frame is disposed of, and its transparent entry."""
    found, place = [], 0
    while (place := file.find(b"\x21\xf9\x04", place)) >= 0:
        found.append((file[place + 3] >> 2 & 7, file[place + 6]))
        place += 8
    return found


def test_a_gif_is_as_chat_programs_need_it() -> None:
    file = write_gif([(noise(1), 600), (noise(2), 600)], COLOURS)
    background = file[11]
    assert {disposal for disposal, _ in blocks(file)} == {1}
    (transparent,) = {entry for _, entry in blocks(file)}
    assert transparent != background
    table = np.frombuffer(file[13 : 13 + 3 * 128], np.uint8).reshape(-1, 3)
    assert (table[transparent] != table[background]).any()
    assert max(int(noise(1).max()), int(noise(2).max()), transparent) < 127


@pytest.mark.parametrize("count", [MOST_COLOURS + 1, 256])
def test_a_gif_refuses_too_many_colours_and_no_frame(count: int) -> None:
    with pytest.raises(ValueError, match="colours"):
        write_gif([(noise(1), 600)], np.zeros((count, 3), np.uint8))
    with pytest.raises(ValueError, match="position"):
        write_gif([], COLOURS)


@pytest.mark.parametrize("use", [STILL, REPLAY])
@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_palettes_hold_the_colours_that_must_be_exact(theme: Theme, shape: Shape, use: str) -> None:
    palette = load_palette(theme.id, shape, use)
    assert len(palette.colours) <= (MOST_COLOURS if use == REPLAY else 255)
    exact = [theme.page, theme.text, theme.secondary, theme.turn, theme.last, theme.edge]
    exact += [theme.badge, theme.win, theme.plate]
    indices = palette.index(np.array(exact, np.float32))
    assert palette.look_up(indices).tolist() == [list(colour) for colour in exact]


@pytest.mark.night
def test_a_new_palette_is_as_near_as_the_kept_one() -> None:
    theme = THEMES["tide"]
    made = palettes.train(theme, Shape.STONE, REPLAY)
    wanted = np.array(
        [*theme.cells, theme.pieces["white"].base, theme.pieces["black"].base], np.float32
    )
    for palette in (Palette(tuple(made)), load_palette("tide", Shape.STONE, REPLAY)):
        found = palette.look_up(palette.index(wanted))
        assert np.abs(found - wanted).max() <= 8
