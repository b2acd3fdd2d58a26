"""Cases into better cases and queues of work: what a curator does to a set, as values."""
