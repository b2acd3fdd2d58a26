"""The one room that opens input: files in, model values out, and for every fault its file and line."""
