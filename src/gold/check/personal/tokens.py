"""A gram of a token that its issuer marks, or of a private key, into the whole of it."""

from __future__ import annotations

import re

from gold.check.personal.span import ALPHANUMERIC, END, Span

_END = r"(?![A-Za-z0-9])"
TOKENS = tuple(
    re.compile(rf"(?<![A-Za-z0-9_]){pattern}")
    for pattern in (
        rf"A(?:KIA|SIA)[A-Z0-9]{{16}}{_END}",  # Amazon
        rf"gh[oprsu]_[A-Za-z0-9]{{30,255}}{_END}",  # GitHub
        rf"github_pat_[A-Za-z0-9_]{{22,255}}{_END}",
        r"glpat-[\w-]{20,64}",  # GitLab
        r"xox[a-z]-[A-Za-z0-9-]{10,255}",  # Slack
        r"xapp-[A-Za-z0-9-]{10,255}",
        r"AIza[\w-]{35}(?![\w-])",  # Google
        r"ya29\.[\w-]{20,512}",
        rf"[rs]k_(?:live|test)_[A-Za-z0-9]{{10,255}}{_END}",  # Stripe
        r"sk-(?:proj|ant|svcacct)-[\w-]{20,255}",  # OpenAI, Anthropic
        rf"sk-[A-Za-z0-9]{{32,64}}{_END}",
        rf"npm_[A-Za-z0-9]{{36}}{_END}",
        r"pypi-AgE[\w-]{20,512}",
        r"eyJ[\w-]{8,2048}(?:\.[\w-]{4,4096}){1,4}",  # a JSON Web Token (RFC 7519)
    )
)
GRAMS = (
    *("akia", "asia", "gho_", "ghp_", "ghr_", "ghs_", "ghu_", "gith", "glpa", "xapp", "aiza", "ya29", "npm_", "pypi"),
    *("sk_l", "sk_t", "rk_l", "rk_t", "-beg"),
    *(f"{start}{character}" for start in ("eyj", "sk-") for character in ALPHANUMERIC),
    *(f"xox{character}" for character in ALPHANUMERIC[:26]),
)

PRIVATE_KEY = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
PRIVATE_KEY_END = re.compile(r"-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
PRIVATE_KEY_LINES = re.compile(r"(?:(?:\s|\\n){0,4}[A-Za-z0-9+/=]{20,128}(?![A-Za-z0-9+/=])){0,400}")
LONGEST_PRIVATE_KEY = 16_384


def token_at(text: str, at: int) -> Span | None:
    """The token or private key whose gram stands at `at`."""
    if text[at] == "-":
        return _private_key(text, at - 4)
    found = (pattern.match(text, at) for pattern in TOKENS)
    return next((Span("key", at, match.end()) for match in found if match is not None), None)


def _private_key(text: str, start: int) -> Span | None:
    """From the line that begins a key to the one that ends it, or over the lines that look like one (RFC 7468)."""
    head = PRIVATE_KEY.match(text, max(0, start))
    if head is None:
        return None
    foot = text.find("-----END ", head.end(), head.end() + LONGEST_PRIVATE_KEY)
    end = PRIVATE_KEY_END.match(text, foot) if foot >= 0 else None
    if end is not None and END not in text[head.end() : foot] and "-----BEGIN" not in text[head.end() : foot]:
        return Span("key", head.start(), end.end())
    lines = PRIVATE_KEY_LINES.match(text, head.end())
    return Span("key", head.start(), head.end() if lines is None else lines.end())
