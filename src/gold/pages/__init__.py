"""Results into page data: what is shown, in which order and in which words; no HTML, no files."""
