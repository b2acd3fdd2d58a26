"""A changelog into what it tells of each version, and that held against what changed."""
