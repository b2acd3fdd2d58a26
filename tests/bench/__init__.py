"""Speed, as ratios to peers taken in the same run."""
