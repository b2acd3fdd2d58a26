"""A file's bytes: unpacked where it ends in `.gz`, without a byte order mark, known to be UTF-8."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from mmap import ACCESS_READ, mmap
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from gold.errors import BadRecord, GoldError, Where
from gold.model.settings import Limits

BOM = b"\xef\xbb\xbf"
VERSION_ENDINGS = ("jsonl", "yaml", "yml")
MIB = 1 << 20
CHUNK = 1 << 20
LOOKED_AT = 64
OBJECT = re.compile(rb'\s*\{\s*"')
PIECE = 1 << 24
"""Bytes that are cut into lines together."""
MOST_AT_ONCE = 256 * MIB
"""Unpacked bytes from which a packed file is looked through to its end before it is held: it may be far too large."""

USUAL = Limits()
_limits: ContextVar[Limits] = ContextVar("limits", default=USUAL)


@contextmanager
def within(limits: Limits) -> Iterator[None]:
    """Files that are read inside this are held to a set's limits; others to the usual ones."""
    token = _limits.set(limits)
    try:
        yield
    finally:
        _limits.reset(token)


def read_bytes(path: str | Path) -> bytes:
    """The text of a file, as bytes. Errors: those of `raw_bytes`, a line too long, not UTF-8, a stray BOM."""
    data = raw_bytes(path).removeprefix(BOM)
    _check_lines(str(path), data)
    _check_text(str(path), data)
    return data


def raw_bytes(path: str | Path) -> bytes:
    """The content of a file. Errors: no such file, no regular one, unreadable, too large, a broken gzip."""
    name = str(path)
    try:
        size = _size(name)
        if name.endswith(".gz"):
            return _unpack(name)
        _refuse_large(name, size)
        return Path(path).read_bytes()
    except OSError as error:
        raise GoldError(f"{name}: cannot be read ({error.strerror or error})") from None
    except MemoryError:
        raise GoldError(f"{name}: is larger than this machine's memory") from None


def _size(name: str) -> int:
    """A regular file's size. What would never end, or is none, is refused before it is opened."""
    try:
        there = os.stat(name)  # noqa: PTH116  # an embedded NUL is an error of both, a Path says less
    except FileNotFoundError:
        raise GoldError(f"{name}: no such file") from None
    except ValueError as error:
        raise GoldError(f"{name!r}: is no file's name ({error})") from None
    if S_ISDIR(there.st_mode):
        raise GoldError(f"{name}: is a folder, not a file")
    if not S_ISREG(there.st_mode):
        raise GoldError(f"{name}: is a pipe or a device, not a file: write it to a file first")
    return there.st_size


def _refuse_large(name: str, size: int) -> None:
    most = _limits.get().unpacked_mib
    if size > most * MIB:
        raise GoldError(f"{name}: holds more than {most} MiB: raise limits.unpacked_mib in gold.yaml if it is right")


def _unpack(name: str) -> bytes:
    """The whole content. A large one is unpacked to its end, or to what is allowed, before any of it is kept."""
    pieces, size = list[bytes](), 0
    for piece in _pieces(name):
        pieces.append(piece)
        size += len(piece)
        if size > MOST_AT_ONCE:
            break
    else:
        return b"".join(pieces)
    pieces.clear()
    for _ in _pieces(name):
        pass
    return b"".join(_pieces(name))


def _pieces(name: str) -> Iterator[bytes]:
    """The content piece by piece, for a small file may unpack to a huge one. Errors: too much, or a line too long."""
    import gzip  # only where a file is packed
    import zlib

    size = line = 0
    try:
        with gzip.open(name) as packed:
            while piece := packed.read(CHUNK):
                size += len(piece)
                _refuse_large(name, size)
                end = piece.rfind(b"\n")
                line = line + len(piece) if end < 0 else len(piece) - end - 1
                if line > _limits.get().line_mib * MIB:
                    raise _long_line(Where(name), line)
                yield piece
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise GoldError(f"{name}: not a whole gzip file ({error}): pack it again") from None


def begins_an_object(path: str) -> bool:
    """Whether a plain file begins as a JSON object does; False for what is no such file."""
    if path.endswith(".gz") or not Path(path).is_file():
        return False
    with open(path, "rb") as file:
        return OBJECT.match(file.read(LOOKED_AT).removeprefix(BOM)) is not None


def plain_size(path: str) -> int:
    """The size of a file that is not packed; 0 for one that is, or that is none. Error: it is too large."""
    if path.endswith(".gz") or not Path(path).is_file():
        return 0
    size = _size(path)
    _refuse_large(path, size)
    return size


def mapped(path: str) -> mmap:
    """The content of a plain file as the system holds it: not copied, and not known to be UTF-8."""
    with open(path, "rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)


def read_text(path: str | Path) -> str:
    """The content of a text file, with `\\n` at every line's end."""
    return read_bytes(path).decode().replace("\r\n", "\n")


def lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Every line that is not blank, with its number from 1. Lines end at `\\n` (or `\\r\\n`) only."""
    number, start = 0, 0
    while start < len(data):
        stop = data.find(b"\n", start + PIECE) + 1 or len(data)
        for line in data[start:stop].removesuffix(b"\n").split(b"\n"):
            number += 1
            stripped = line.strip(b" \t\r")
            if stripped:
                yield number, stripped
        start = stop


def stem(path: str | Path) -> str:
    """A file's name without `.gz` and its last ending: `bm25.trec.gz` gives `bm25`."""
    name = Path(path).name.removesuffix(".gz")
    return name.rsplit(".", 1)[0] if "." in name.lstrip(".") else name


def ending(path: str | Path) -> str:
    """A file's last ending in small letters, `.gz` aside: `bm25.TREC.gz` gives `trec`."""
    name = Path(path).name.removesuffix(".gz")
    return name.rsplit(".", 1)[1].lower() if "." in name.lstrip(".") else ""


def _check_lines(name: str, data: bytes) -> None:
    """Refuse a line that is no line: looked for in steps of the longest one that is allowed."""
    most = _limits.get().line_mib * MIB
    start = 0
    while len(data) - start > most:
        end = data.rfind(b"\n", start, start + most + 1)
        if end < 0:
            stop = data.find(b"\n", start)
            number = data.count(b"\n", 0, start) + 1
            raise _long_line(Where(name, number), (len(data) if stop < 0 else stop) - start)
        start = end + 1


def _long_line(where: Where, size: int) -> BadRecord:
    most = _limits.get().line_mib
    hint = f"one record a line, ended by a line feed; else raise limits.line_mib ({most}) in gold.yaml"
    return BadRecord(f"a line of {size // MIB} MiB: {hint}", where, "syntax")


def _check_text(name: str, data: bytes) -> None:
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            byte = data[error.start]
            message = f"not UTF-8 (byte 0x{byte:02x}): save the file as UTF-8"
            raise BadRecord(message, Where(name, line), "encoding") from None
        if BOM in data:
            line = data.count(b"\n", 0, data.index(BOM)) + 1
            raise BadRecord("a byte order mark inside the file: remove it", Where(name, line), "encoding")
