"""Two runs, or two versions, set side by side: what changed, and whether it can be told from chance."""
