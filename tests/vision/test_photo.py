"""Loading photographs: what is no picture is refused in one sentence, and EXIF turns are undone."""

import os
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import photo
from vision.config import DEFAULT
from vision.errors import PhotoUnreadable, VisionError


def jpeg(image: np.ndarray) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1])


def with_orientation(data: bytes, orientation: int) -> bytes:
    """Insert an EXIF block with nothing but the orientation tag after the JPEG's first marker."""
    tiff = b"II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00" + bytes([orientation, 0, 0, 0])
    body = b"Exif\x00\x00" + tiff + b"\x00\x00\x00\x00"
    return data[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + data[2:]


def test_channels_come_blue_first(tmp_path: Path) -> None:
    red = np.zeros((40, 60, 3), np.uint8)
    red[..., 2] = 255
    (tmp_path / "red.png").write_bytes(bytes(cv2.imencode(".png", red)[1]))
    assert photo.load(tmp_path / "red.png")[5, 5].tolist() == [0, 0, 255]


def test_a_photo_taken_sideways_is_turned_upright() -> None:
    image = np.zeros((40, 80, 3), np.uint8)
    image[:20] = 255
    upright = photo.decode(with_orientation(jpeg(image), 6))
    assert upright.shape == (80, 40, 3)
    assert upright[:, 30:].mean() > 200 > 50 > upright[:, :10].mean()


def test_a_gray_picture_gets_three_channels() -> None:
    assert photo.decode(jpeg(np.full((40, 60), 99, np.uint8))).shape == (40, 60, 3)


@pytest.mark.parametrize("data", [b"", b"hello", b"\xff\xd8\xff\xe0 cut short", b"\x89PNG\r\n\x1a\n1234"])
def test_what_is_no_picture_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.jpg"
    path.write_bytes(data)
    with pytest.raises(PhotoUnreadable, match=r"x\.jpg"):
        photo.load(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jpg", tmp_path):
        with pytest.raises(VisionError, match="cannot be opened"):
            photo.load(path)


def test_huge_files_and_huge_pictures_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.jpg"
    path.write_bytes(jpeg(np.zeros((50, 300, 3), np.uint8)))
    with pytest.raises(PhotoUnreadable, match="larger"):
        photo.load(path, replace(DEFAULT, max_file_bytes=100))
    with pytest.raises(PhotoUnreadable, match="wider"):
        photo.load(path, replace(DEFAULT, max_side_px=200))


def png_of_size(width: int, height: int) -> bytes:
    """A PNG that says it is so large, and holds nothing."""
    header = struct.pack(">II5B", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))


def test_a_small_file_with_a_huge_picture_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(PhotoUnreadable, match="wider or higher"):
        photo.decode(png_of_size(30_000, 30_000))
    with pytest.raises(PhotoUnreadable, match="million pixels"):
        photo.decode(png_of_size(11_000, 11_000))
    tall = jpeg(np.zeros((40, 60, 3), np.uint8)).replace(
        struct.pack(">HH", 40, 60), struct.pack(">HH", 60_000, 60)
    )
    with pytest.raises(PhotoUnreadable, match="wider or higher"):
        photo.decode(tall)


@given(st.binary(max_size=200))
def test_any_bytes_after_a_pictures_first_are_answered(rest: bytes) -> None:
    for start in (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"):
        with pytest.raises(PhotoUnreadable):
            photo.decode(start + rest)


def test_pipes_and_impossible_names_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    for name in (tmp_path / "pipe.jpg", "/dev/zero", "a\0b.jpg"):
        with pytest.raises(PhotoUnreadable):
            photo.load(name)
