"""Engines: where fragments are processed."""
