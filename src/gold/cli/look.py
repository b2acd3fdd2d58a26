"""A look at the held-back cases: who asks for it and why, and its line in the set's ledger before anything is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec

from gold.cli.alone import alone
from gold.cli.day import today
from gold.cli.inputs import Inputs
from gold.cli.options import Asked
from gold.cli.say import say
from gold.errors import GoldError
from gold.model.corpus import Corpus
from gold.model.lock import Lock, Looked, digest_of
from gold.model.look import Ledger, Look, Released, chained
from gold.model.run import Run
from gold.model.testset import LEDGER, LOCK
from gold.read.file import raw_bytes, within
from gold.read.git import user_of
from gold.read.ledger import sound_ledger
from gold.read.lock import read_lock
from gold.write.ledger_file import with_look
from gold.write.lock_file import lock_bytes
from gold.write.replace import File, put

Publish = Callable[[Sequence[Released]], Released | None]


def note(inputs: Inputs, look: Asked | None, runs: Sequence[Run] = (), corpora: Iterable[Corpus | None] = ()) -> None:
    """Write the look into the ledger, before anything is shown. Errors: a broken ledger, one that cannot be written."""
    if look is not None:
        published(inputs, look, runs, corpora, again)


def again(earlier: Sequence[Released]) -> Released | None:
    """The last figure once more."""
    return earlier[-1] if earlier else None


def published(
    inputs: Inputs,
    look: Asked,
    runs: Sequence[Run],
    corpora: Iterable[Corpus | None],
    publish: Publish,
    *,
    writes: bool = True,
) -> tuple[Ledger, Released | None, bool]:
    """The ledger with the look in it, the figure that `publish` makes of earlier ones, and whether it is of this look.

    The same runs of the same files are the same look, and get no second line unless the figure is a new one.
    """
    digest = _digest(inputs, runs, corpora)
    names = tuple(run.name for run in runs)
    with _ledger(inputs) as (ledger, lock, home):
        earlier = ledger.published
        figure = publish(earlier)
        is_new = figure is not None and figure not in earlier
        mine = [one for one in ledger.looks if one.is_of(digest, names)]
        if mine and not is_new:
            return ledger, figure, any(one.published == figure for one in mine)
        if not writes:
            raise GoldError(f"{home / LEDGER}: has no such look: build the site with --release, then check it")
        line = Look(
            date=today(),
            who=look.who or _git_user(home),
            reason=look.reason,
            version=inputs.read.shown,
            digest=digest,
            runs=names,
            published=figure if is_new else None,
            chain="-",
        )
        after = _write(home, ledger, lock, chained(ledger.head, line))
    say(f"look {after.of_version(line.version)} at {line.version}: written into {home / LEDGER}", err=True)
    return after, figure, is_new


@contextmanager
def _ledger(inputs: Inputs) -> Iterator[tuple[Ledger, Lock | None, Path]]:
    """The ledger as it is, held against others who look."""
    if inputs.testset is None:
        message = f"a look needs a set's folder, where {LEDGER} is written: put the version into one"
        raise GoldError(f"{inputs.read.path}: {message}")
    home = Path(inputs.testset.folder)
    with alone(str(home)):
        lock_path, path = home / LOCK, home / LEDGER
        lock = read_lock(str(lock_path)) if lock_path.is_file() else None
        if path.exists():
            yield sound_ledger(str(path), lock), lock, home
        elif lock is not None and lock.ledger is not None and lock.ledger.looks:
            raise GoldError(f"{path}: is gone, and gold.lock knows of {lock.ledger.looks} looks: restore it")
        else:
            yield Ledger(str(path)), lock, home


def _write(home: Path, ledger: Ledger, lock: Lock | None, look: Look) -> Ledger:
    """The line first, then what gold.lock knows of it: a crash between leaves a ledger that is ahead, and sound."""
    path = home / LEDGER
    before = raw_bytes(path) if path.exists() else b""
    known = Looked(looks=len(ledger.looks) + 1, chain=look.chain)
    locked = msgspec.structs.replace(lock or Lock(), ledger=known)
    try:
        put([File(str(path), with_look(before, look)), File(str(home / LOCK), lock_bytes(locked))])
    except OSError as error:
        why = error.strerror or error
        raise GoldError(f"{error.filename or path}: cannot be written ({why}), so there is no look") from None
    return Ledger(ledger.path, [*ledger.looks, look], [*ledger.lines, (ledger.lines[-1] if ledger.lines else 0) + 1])


def _digest(inputs: Inputs, runs: Sequence[Run], corpora: Iterable[Corpus | None]) -> str:
    """The digest of every file that a look reads: the version, the runs, their builds."""
    paths = {inputs.read.path, *(run.path for run in runs), *(corpus.path for corpus in corpora if corpus is not None)}
    with within(inputs.settings.limits):
        digests = sorted(digest_of(raw_bytes(path)) for path in paths)
    return sha256("\n".join(digests).encode()).hexdigest()


def _git_user(home: Path) -> str:
    """Who git says works here. Error: it says nobody."""
    name = user_of(str(home))
    if not name:
        raise GoldError("nobody knows who looks: say it with --who NAME, or set git's user.name")
    return name
