"""The word list that pyspellchecker ships into the words of general English."""

from __future__ import annotations

import gzip
from collections.abc import Set as AbstractSet
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import msgspec

from gold.errors import GoldError

LIST = Path("resources", "en.json.gz")


@cache
def english_words() -> AbstractSet[str]:
    """The words, in lower case, that stand often enough in print and speech to be listed; read once, when asked for.

    The list alone is read, and not through the package, whose own way of loading it takes several times as long.
    Error: the package, or its list, is not there.
    """
    spec = find_spec("spellchecker")
    folder = None if spec is None or spec.origin is None else Path(spec.origin).parent
    if folder is None or not (folder / LIST).is_file():
        raise GoldError("the English word list of pyspellchecker is not installed: install goldsets with what it needs")
    counts: dict[str, int] = msgspec.json.decode(gzip.decompress((folder / LIST).read_bytes()), type=dict[str, int])
    return counts.keys()
