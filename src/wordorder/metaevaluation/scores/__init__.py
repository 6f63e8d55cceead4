"""Scores of metrics, read from files or made from the texts of systems."""
