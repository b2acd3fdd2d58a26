"""Turns versions, corpus builds and runs of a retrieval gold set into checked numbers and a static site."""

__version__ = "0.1.0"
