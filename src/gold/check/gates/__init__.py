"""What must hold before a release: the gates of a set, each met or not."""
