"""The list of English words: what stands in it, that it is read once, and what is said without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from spellchecker import SpellChecker

from gold.errors import GoldError
from gold.read import english


def test_the_list_is_that_of_the_package() -> None:
    """Word for word what the package itself loads; read a second time, it is the same object."""
    found = english.english_words()
    assert found == set(SpellChecker().word_frequency.words())
    assert english.english_words() is found


def test_without_the_list_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package without its list, and no package at all."""
    read = english.english_words.__wrapped__
    monkeypatch.setattr(english, "LIST", Path("nowhere"))
    with pytest.raises(GoldError, match="pyspellchecker is not installed"):
        read()
    monkeypatch.setattr(english, "find_spec", lambda name: None)
    with pytest.raises(GoldError, match="pyspellchecker is not installed"):
        read()
