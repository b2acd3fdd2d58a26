"""Compiled templates, kept beside this package's own bytecode: the next build reads them instead of compiling."""

from __future__ import annotations

import sys
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from gold.write import escape

CODE = Path(escape.__file__)
"""What decides, beside Jinja, which code a template becomes."""


class Compiled(FileSystemBytecodeCache):
    """Keeps bytecode where Python keeps that of modules; where nothing can be written there, it keeps none."""

    def __init__(self) -> None:
        made_by = f"{version('jinja2')} {sys.version} ".encode() + CODE.read_bytes()
        digest = blake2b(made_by, digest_size=8).hexdigest()
        super().__init__(str(CODE.with_name("__pycache__")), f"%s.jinja-{digest}.pyc")

    def dump_bytecode(self, bucket: Bucket) -> None:
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)
