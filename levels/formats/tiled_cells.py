"""The cells of a Tiled layer: numbers of tiles as CSV or JSON, or as base64, packed by zlib, gzip or zstd."""

import base64
import binascii
import zlib
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levels.files.problems import shown
from levels.files.text import file_error

NUMBERS = 1 << 32
"""Numbers of tiles lie below."""
FLAGS = 0xF0000000
"""Bits of a tile's number that turn or mirror its picture."""
ZSTD = ("compression.zstd", "backports.zstd")
"""Modules that unpack zstd: Python's own from 3.14 on, and the same for older ones."""
FORMAT_HINT = "in Tiled, set the map's Tile Layer Format to CSV"


def cells_of(layer: dict[str, Any], title: str, shape: tuple[int, int], name: str) -> NDArray[np.int64]:
    """(rows, columns) int64: the number of the tile on each cell, 0 for none, without the bits that turn it.

    Args:
        layer: in the shape of Tiled's JSON.
        title: its name in messages.
        shape: rows and columns that it must have.
        name: of the file.

    Raises:
        LevelError: another number of cells, no numbers, or packed in a way that can't be unpacked.
    """
    data, encoding = layer.get("data", ""), layer.get("encoding", "csv")
    n_cells = shape[0] * shape[1]
    if encoding == "base64" and isinstance(data, str):
        raw = _unpacked(data, layer.get("compression", ""), title, 4 * n_cells, name)
        _refuse_size(len(raw) // 4 if len(raw) % 4 == 0 else len(raw) / 4, n_cells, title, name)
        cells = np.frombuffer(raw, dtype="<u4").astype(np.int64)
    elif encoding == "csv":
        cells = _numbers(data, title, n_cells, name)
    else:
        raise file_error(name, f"{title}: the encoding {shown(encoding)} is not known", FORMAT_HINT)
    return (cells & ~np.int64(FLAGS)).reshape(shape)


def _numbers(data: Any, title: str, n_cells: int, name: str) -> NDArray[np.int64]:
    """(n_cells,) the numbers of a list, or of a text with commas between them."""
    if isinstance(data, str):
        text = data.strip().removesuffix(",")
        _refuse_size(text.count(",") + 1 if text else 0, n_cells, title, name)
        data = text.split(",")
    elif isinstance(data, list):
        _refuse_size(len(data), n_cells, title, name)
    else:
        raise file_error(name, f"{title}: its cells are {shown(data)}", FORMAT_HINT)
    if set(map(type, data)) <= {int, str}:
        try:
            numbers = np.fromiter(map(int, data), np.int64, n_cells)
        except (ValueError, OverflowError):
            pass
        else:
            if n_cells == 0 or (numbers.min() >= 0 and numbers.max() < NUMBERS):
                return numbers
    wrong = next(entry for entry in data if not _is_number(entry))
    told = shown(wrong.strip() if isinstance(wrong, str) else wrong)
    raise file_error(name, f"{title}: {told} is not a tile number", FORMAT_HINT)


def _is_number(entry: Any) -> bool:
    """Whether an entry of a layer is the number of a tile."""
    try:
        return type(entry) in {int, str} and 0 <= int(entry) < NUMBERS
    except ValueError:
        return False


def _unpacked(text: str, compression: Any, title: str, size: int, name: str) -> bytes:
    """The bytes of a packed layer; at most one more than expected is unpacked."""
    try:
        packed = base64.b64decode("".join(text.split()), validate=True)
        if compression in ("", None):
            return packed
        if compression in ("zlib", "gzip"):
            unpacking = zlib.decompressobj(31 if compression == "gzip" else 15)
            raw = unpacking.decompress(packed, size + 1)
            if not unpacking.eof and len(raw) <= size:
                raise file_error(name, f"{title}: its {compression} data is truncated", FORMAT_HINT)
        elif compression == "zstd":
            raw = _unpacked_zstd(packed, title, size, name)
        else:
            message = f"{title}: the compression {shown(compression)} is not known"
            raise file_error(name, message, FORMAT_HINT)
    except (binascii.Error, ValueError):
        raise file_error(name, f"{title}: its base64 is damaged", FORMAT_HINT) from None
    except zlib.error:
        raise file_error(name, f"{title}: its {compression} data is damaged", FORMAT_HINT) from None
    if len(raw) > size:
        raise file_error(name, f"{title}: more cells than the expected {size // 4:,}", FORMAT_HINT)
    return raw


def _unpacked_zstd(packed: bytes, title: str, size: int, name: str) -> bytes:
    for module in ZSTD:
        try:
            zstd = import_module(module)
        except ImportError:
            continue
        try:
            return bytes(zstd.ZstdDecompressor().decompress(packed, max_length=size + 1))
        except (zstd.ZstdError, EOFError):
            raise file_error(name, f"{title}: its zstd data is damaged", FORMAT_HINT) from None
    message = f"{title}: it is packed by zstd, which Python unpacks from 3.14 on"
    raise file_error(name, message, f"{FORMAT_HINT}, or to zlib")


def _refuse_size(count: float, expected: int, title: str, name: str) -> None:
    if count != expected:
        message = f"{title}: {count:,} cell{'' if count == 1 else 's'}, expected {expected:,}"
        raise file_error(name, message, "a layer has as many cells as the map")
