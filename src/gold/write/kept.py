"""What follows from the installed packages alone, compiled templates and drawings, kept beside the package's bytecode.

The next build reads it instead of starting a compiler or a chart library. Where nothing can be written there, or Python
is told to leave no bytecode, nothing is kept, and all is made again.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from gold.write import escape

CODE = Path(escape.__file__)
"""What decides, beside Jinja, which code a template becomes."""
FOLDER = CODE.with_name("__pycache__")


class Compiled(FileSystemBytecodeCache):
    """Compiled templates, where Python keeps compiled modules."""

    def __init__(self) -> None:
        made_by = f"{version('jinja2')} {sys.version}"
        super().__init__(str(FOLDER), f"%s.jinja-{_digest(made_by, CODE)}.pyc")

    def dump_bytecode(self, bucket: Bucket) -> None:
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)


def kept(code: Path, library: str, make: Callable[[], Any], folder: Path = FOLDER) -> Any:
    """A value that is JSON, made by a module's code with a library: read where it was kept, else made and kept."""
    path = folder / f"{code.stem}.{_digest(f'{library} {version(library)}', code)}.json"
    with suppress(OSError, ValueError):
        return json.loads(path.read_bytes())
    made = make()
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            aside = path.with_suffix(f".{os.getpid()}")
            aside.write_text(json.dumps(made), "utf-8")
            aside.replace(path)
    return made


def _digest(made_by: str, code: Path) -> str:
    return blake2b(f"{made_by} ".encode() + code.read_bytes(), digest_size=8).hexdigest()
