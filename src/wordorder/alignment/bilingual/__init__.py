"""Aligners for a text and its translation: IBM Model 1, and any external program.

Each has a method `align(source, target)` that streams batches of alignments.
"""
