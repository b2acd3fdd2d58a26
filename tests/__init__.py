"""Turns claims about gold into checks, room by room."""
