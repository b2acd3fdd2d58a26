"""Two versions of a test set side by side: what changed, what it can break, and what it makes pass."""
