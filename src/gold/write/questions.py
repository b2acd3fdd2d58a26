"""A set's questions into their pages, in one process or several; a page whose makings are unchanged is kept."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from gold.pages.question import Shelf, question_page
from gold.pages.rows import CaseRow
from gold.write import templates
from gold.write.aside import begun, end_with
from gold.write.folder import SiteFolder, Written
from gold.write.links import Links

WORTH_A_PROCESS = 300
CHUNK = 50
Tick = Callable[[int], None]
Made = tuple[dict[str, Written], dict[tuple[str, str], str]]


class Work(NamedTuple):
    """Pages to make: the rows with their paths and keys, and what they share."""

    site: SiteFolder
    shelf: Shelf
    rows: Sequence[tuple[CaseRow, str, str]]


@contextmanager
def questions_begun(
    site: SiteFolder, home: str, shelf: Shelf, rows: Sequence[CaseRow], jobs: int
) -> Iterator[Callable[[Tick], Links]]:
    """Begin to make the page of every row below `home`; what is yielded waits for them and gives their links.

    With several jobs the pages are made while the caller does other things.
    """
    anew, kept = [], []
    for row, key in zip(rows, _keys(shelf, rows), strict=True):
        path = f"{home}/questions/{row.slug}.html"
        if site.unchanged(path, key):
            site.keep(path)
            kept.append(path)
        else:
            anew.append((row, path, key))
    if jobs > 1 and len(kept) >= WORTH_A_PROCESS:
        site.linking.append(begun(partial(site.link, kept)))
    work = [Work(site, shelf, anew[at : at + CHUNK]) for at in range(0, len(anew), CHUNK)]
    workers = min(jobs, len(anew) // WORTH_A_PROCESS) if jobs > 1 else 0
    with _in_processes(work, workers) if workers else nullcontext(map(_make, work)) as made:

        def finish(tick: Tick) -> Links:
            tick(len(rows) - len(anew))
            links = Links()
            for written, wanted in made:
                site.now.update(written)
                links.wanted.update(wanted)
                tick(len(written))
            return links

        yield finish


def _make(work: Work) -> Made:
    links = Links()
    written = {}
    for row, path, key in work.rows:
        html = templates.render(question_page(work.shelf, row))
        links.read(path, html, anchors=False)
        written[path] = work.site.write(path, html, key)
    return written, links.wanted


_waiting: list[Work] = []


@contextmanager
def _in_processes(work: list[Work], workers: int) -> Iterator[Iterator[Made]]:
    """Pages made in forked processes, which see the rows without copying them."""
    templates.template("question.html")
    _waiting[:] = work
    gc.freeze()
    try:
        with multiprocessing.get_context("fork").Pool(workers, end_with, (os.getpid(),)) as pool:
            yield pool.imap(_make_waiting, range(len(work)))
    finally:
        gc.unfreeze()
        _waiting.clear()


def _make_waiting(at: int) -> Made:
    return _make(_waiting[at])


def _keys(shelf: Shelf, rows: Sequence[CaseRow]) -> list[str]:
    """A digest of all that each page is made from: templates and code, what the pages share, its own row."""
    encoder = msgspec.msgpack.Encoder(enc_hook=_plain)
    shared = blake2b(templates.digest().encode(), digest_size=16)
    shared.update(encoder.encode(shelf._replace(passages=(), texts=())))
    for passages in shelf.passages:
        shared.update(encoder.encode(None if passages is None else list(passages.passages.values())))
    for texts in shelf.texts:
        shared.update(encoder.encode(sorted(texts.items())))
    keys = []
    for row in rows:
        own = shared.copy()
        own.update(encoder.encode(row))
        keys.append(own.hexdigest())
    return keys


def _plain(value: object) -> object:
    raise TypeError(f"a row holds a {type(value).__name__}")
