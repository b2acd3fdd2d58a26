"""Text into the form in which quotes are compared: one spelling of blanks, dashes, quotation marks and markup."""

from __future__ import annotations

import re
import unicodedata

FOLDED = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\x00", None),
    }
)
TAGS = (
    "a|abbr|b|br|code|dfn|div|em|i|img|kbd|li|mark|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul"
)
ADMONITIONS = "note|abstract|info|tip|success|check|question|warning|failure|danger|bug|example|quote|details"
LINK = re.compile(
    r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\](?:\([^()\s]*(?:\([^()]*\)[^()\s]*)?(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])"
)
ATTRIBUTES = re.compile(r"\{:?\s*[.#:][^{}\n]*\}")
ADMONITION = re.compile(
    r"^[ \t]*(?:!!!|\?\?\?\+?|///)(?:[ \t]*[\w-]+)?[ \t]*(?:$|\||(?=\"))"  # alone on its line, or before a title
    rf"|^[ \t]*(?:!!!|\?\?\?\+?)[ \t]*(?:{ADMONITIONS})(?!\S)",
    re.MULTILINE,
)
TAG = re.compile(rf"</?(?:{TAGS})(?:\s[^<>]*)?/?>", re.IGNORECASE)
AUTOLINK = re.compile(r"<(https?://[^<>\s]+)>")
FREE_MARK = re.compile(r"(?<!\S)(?:#{1,6}|[>+\-])(?!\S)")
EMPHASIS = re.compile(r"[\x00\x01]|\*+|`+|~~|(?<![^\W_])_+|_+(?![^\W_])")
MARKS = re.compile(r"[\x00\x01\[\]*_`~#<>|{!/?+\-]")


def normal(text: str) -> str:
    """The comparable form: NFKC, markup removed, every run of white space one blank, none at the ends.

    It is applied to quotes and to passages alike, so what it folds too far it folds on both sides.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(FOLDED))
    if MARKS.search(text):
        text = _without_markup(text)
    if text.isprintable() and "  " not in text:
        return text.strip()  # its only white space is single blanks
    return " ".join(text.split())


def _without_markup(text: str) -> str:
    if "]" in text:
        text = LINK.sub(r"\1", LINK.sub(r"\1", text))  # twice: an image inside a link
    if "{" in text:
        text = ATTRIBUTES.sub("", text)
    if "!!!" in text or "???" in text or "///" in text:
        text = ADMONITION.sub("", text)
    if "<" in text:
        text = AUTOLINK.sub(r"\1", TAG.sub("", text))
    text = EMPHASIS.sub("", text.replace("|", " "))
    return FREE_MARK.sub("", text)
