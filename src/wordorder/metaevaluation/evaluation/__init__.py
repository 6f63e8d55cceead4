"""Metrics judged by how well they agree with people."""
