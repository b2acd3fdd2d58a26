"""A test set with its builds and runs into findings, by a visible tuple of small rules; what they find them by."""
