"""Queries held against each other: which of them ask the same."""
