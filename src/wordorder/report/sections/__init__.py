"""Sections of a report, for each kind of result."""
