"""Scores from where labels lie and what a run answered: reaches first, every measure from them."""
