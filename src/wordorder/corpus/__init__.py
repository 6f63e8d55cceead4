"""Corpora of any size: a row of figures for each sentence pair, and profiles of the whole."""
