"""Slow, obvious reference implementations, written from the definitions alone."""
