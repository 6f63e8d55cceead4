"""Precedence rules: their files, built-in sets, checks, and their form for the kernels."""
