"""Slow, obvious reference implementations, written from the definitions of SPEC alone."""
