"""A file's bytes: unpacked where it ends in `.gz`, without a byte order mark, known to be UTF-8."""

from __future__ import annotations

from collections.abc import Iterator
from mmap import ACCESS_READ, mmap
from pathlib import Path

from gold.errors import BadRecord, GoldError, Where

BOM = b"\xef\xbb\xbf"
VERSION_ENDINGS = ("jsonl", "yaml", "yml")
LONGEST_LINE = 64 * 1024 * 1024


def read_bytes(path: str | Path) -> bytes:
    """The text of a file, as bytes. Errors: those of `raw_bytes`, not UTF-8, a stray BOM."""
    data = raw_bytes(path).removeprefix(BOM)
    _check_text(str(path), data)
    return data


def raw_bytes(path: str | Path) -> bytes:
    """The content of a file. Errors: no such file, a folder, unreadable, a broken gzip."""
    name = str(path)
    try:
        raw = Path(path).read_bytes()
        return _unpack(name, raw) if name.endswith(".gz") else raw
    except FileNotFoundError:
        raise GoldError(f"{name}: no such file") from None
    except IsADirectoryError:
        raise GoldError(f"{name}: is a folder, not a file") from None
    except OSError as error:
        raise GoldError(f"{name}: cannot be read ({error.strerror or error})") from None


def _unpack(name: str, raw: bytes) -> bytes:
    import gzip  # only where a file is packed
    import zlib

    try:
        return gzip.decompress(raw)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise GoldError(f"{name}: not a whole gzip file ({error}): pack it again") from None


def plain_size(path: str) -> int:
    """The size of a file that is not packed; 0 for one that is, or that is none."""
    return Path(path).stat().st_size if not path.endswith(".gz") and Path(path).is_file() else 0


def mapped(path: str) -> mmap:
    """The content of a plain file as the system holds it: not copied, and not known to be UTF-8."""
    with open(path, "rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)


def read_text(path: str | Path) -> str:
    """The content of a text file, with `\\n` at every line's end."""
    return read_bytes(path).decode().replace("\r\n", "\n")


def lines(name: str, data: bytes) -> Iterator[tuple[int, bytes]]:
    """Every line that is not blank, with its number from 1. Lines end at `\\n` (or `\\r\\n`) only."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if len(line) > LONGEST_LINE:
            size = len(line) // 1024 // 1024
            raise BadRecord(f"a line of {size} MiB: one record a line, ended by a line feed", Where(name, number))
        stripped = line.strip(b" \t\r")
        if stripped:
            yield number, stripped


def stem(path: str | Path) -> str:
    """A file's name without `.gz` and its last ending: `bm25.trec.gz` gives `bm25`."""
    name = Path(path).name.removesuffix(".gz")
    return name.rsplit(".", 1)[0] if "." in name.lstrip(".") else name


def ending(path: str | Path) -> str:
    """A file's last ending in small letters, `.gz` aside: `bm25.TREC.gz` gives `trec`."""
    name = Path(path).name.removesuffix(".gz")
    return name.rsplit(".", 1)[1].lower() if "." in name.lstrip(".") else ""


def _check_text(name: str, data: bytes) -> None:
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            byte = data[error.start]
            raise BadRecord(f"not UTF-8 (byte 0x{byte:02x}): save the file as UTF-8", Where(name, line)) from None
        if BOM in data:
            line = data.count(b"\n", 0, data.index(BOM)) + 1
            raise BadRecord("a byte order mark inside the file: remove it", Where(name, line))
