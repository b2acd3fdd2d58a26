"""An at sign, or a word that stands for one, into the e-mail address around it."""

from __future__ import annotations

import re

from gold.check.personal.span import ALPHANUMERIC, Span, lead
from gold.check.personal.top_domains import CODE_LIKE, TOP_DOMAINS

LONGEST_LOCAL = 64
LOCAL_BACKWARDS = re.compile(r"[\w.+\-'%&!~]+")
LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
TOP = r"(?:xn--[a-z0-9-]{2,40}|[^\W\d_]{2,24})"
DOMAIN = re.compile(rf"(?P<domain>(?:{LABEL}\.){{1,8}}{TOP})(?!\w|-\w)", re.IGNORECASE)
AT_WORD = re.compile(r"[\[({]at[\])}] ?", re.IGNORECASE)
DOT_WORD = r" ?[\[({](?:dot|punkt)[\])}] ?| (?:dot|punkt) |\."
SPELLED_DOMAIN = re.compile(rf"(?P<domain>(?:[^\W_][\w-]{{0,61}}(?:{DOT_WORD})){{1,4}}{TOP})(?!\w|-\w)", re.IGNORECASE)
CODE_AFTER = re.compile(r"\(|:[/~]")
NEXT_SENTENCE = re.compile(r"\.[A-Z][a-z]*\Z")
SPELLED_LEAD = re.compile(
    r"(?P<start>[^\W_][\w.+-]{0,63}) at (?P<domain>[^\W_][\w-]{0,61}(?: dot [^\W_][\w-]{0,61}){0,2})\Z", re.IGNORECASE
)
SPELLED_TOP = re.compile(r" dot (?P<top>com|net|org|edu|de|fr|nl|ch|uk|eu|io)\b", re.IGNORECASE)
CREDENTIALS = re.compile(r"://[^\s/@:]{0,64}:(?P<secret>[^\s/@]{1,64})\Z")
ARTICLES = frozenset(("the", "a", "an", "this", "that", "each", "every", "one", "which"))

RESERVED = frozenset(("example.com", "example.net", "example.org"))
RESERVED_TOPS = frozenset(("test", "invalid", "example", "localhost", "local", "localdomain", "internal", "lan"))
REMOTE_USERS = frozenset(("git", "hg", "svn", "root", "ec2-user", "ubuntu", "vagrant", "www-data"))
GRAMS = ("(at)", "[at]", "{at}", " dot", *(f"%40{character}" for character in ALPHANUMERIC))


def address_at(text: str, at: int, width: int = 1) -> Span | None:
    """The address whose at sign (`width` characters) stands at `at`, or the password of a URL that it ends."""
    before = lead(text, at, LONGEST_LOCAL + 2)
    local = _local(before)
    if not local:
        return None
    start = at - len(local)
    front = before[: len(before) - len(local)][-2:]
    if "://" in lead(text, at, 160):
        credentials = CREDENTIALS.search(lead(text, at, 160))
        if credentials is not None:
            return _password(credentials["secret"], at)
    match = DOMAIN.match(text, at + width)
    if match is None or front.endswith("@") or front == "//" or CODE_AFTER.match(text, match.end()):
        return None
    domain = match["domain"]
    if not _is_top(domain.rpartition(".")[2].lower()) and domain.count(".") > 1:
        domain = NEXT_SENTENCE.sub("", domain)  # `ana@firma.de.Thanks`
    return Span("e-mail", start, at + width + len(domain)) if _of_a_person(local, domain) else None


def spelled_address(text: str, at: int) -> Span | None:
    """`ana (at) firma.de`, `ana[at]firma[dot]de`, `ana at firma dot de`, `ana%40firma.de`; `at` is a gram's place."""
    if text[at] == "%":
        return address_at(text, at, 3)
    if text[at] == " ":
        return _in_words(text, at)
    word = AT_WORD.match(text, at)
    local = _local(lead(text, at, LONGEST_LOCAL).rstrip(" "))
    match = SPELLED_DOMAIN.match(text, word.end()) if word else None
    if match is None or not local:
        return None
    domain = re.sub(DOT_WORD, ".", match["domain"], flags=re.IGNORECASE)
    spaces = len(lead(text, at, LONGEST_LOCAL)) - len(lead(text, at, LONGEST_LOCAL).rstrip(" "))
    if spaces > 1 or not _of_a_person(local, domain):
        return None
    return Span("e-mail", at - spaces - len(local), match.end())


def _in_words(text: str, dot: int) -> Span | None:
    top = SPELLED_TOP.match(text, dot)
    before = SPELLED_LEAD.search(lead(text, dot, 140)) if top is not None else None
    if top is None or before is None or before["domain"].lower() in ARTICLES:
        return None
    domain = f"{before['domain'].replace(' dot ', '.')}.{top['top']}"
    length = len(lead(text, dot, 140)) - before.start("start")
    return Span("e-mail", dot - length, top.end()) if _of_a_person(before["start"], domain) else None


def _local(before: str) -> str:
    """The part before the at sign: read backwards, so that its length is all it costs."""
    match = LOCAL_BACKWARDS.match(before[::-1])
    if match is None:
        return ""
    local = match.group()[::-1].lstrip(".+-'%&!~")
    return "" if local.endswith((".", "'", "&", "!", "~")) else local


def _of_a_person(local: str, domain: str) -> bool:
    """Whether it may reach somebody: no reserved domain (RFC 2606, RFC 6762), no remote, no code, no version."""
    domain = domain.lower()
    labels = domain.split(".")
    top = labels[-1]
    if top in RESERVED_TOPS or ".".join(labels[-2:]) in RESERVED or local.lower() in REMOTE_USERS:
        return False
    if all(re.fullmatch(r"v?\d+", label) for label in labels[:-1]):
        return False
    if top in CODE_LIKE and len(labels[-2]) == 1:
        return False
    return _is_top(top)


def _is_top(label: str) -> bool:
    return label in TOP_DOMAINS or label.startswith("xn--") or not label.isascii()


def _password(secret: str, at: int) -> Span | None:
    """The password of `scheme://user:password@host`, but for one that stands for a password."""
    if secret[0] in "$<{[*%" or len(secret) < 4 or secret.lower() in ("pass", "password", "secret", "pwd", "token"):
        return None
    return Span("key", at - len(secret), at)
