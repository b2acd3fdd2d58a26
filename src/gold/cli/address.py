"""What an option says of where a site is into the address that links begin with."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from gold.errors import GoldError

ADDRESS = re.compile(r"https?://[^\s/?#&\"'<>\\]+(?:/[^\s?#&\"'<>\\]*)?")


def web_address(option: str, text: str) -> str:
    """The address with a slash at its end. Error: it is none of a place on the web."""
    try:
        host = urlsplit(text).netloc
    except ValueError:
        host = ""
    if not host or not ADDRESS.fullmatch(text):
        raise GoldError(f"{option} {text}: is no address of a site: give one like https://example.org/atlas/")
    return text.rstrip("/") + "/"
