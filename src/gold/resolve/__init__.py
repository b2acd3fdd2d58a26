"""Where each label lies in one corpus build: the one room where a label and a passage id meet."""
