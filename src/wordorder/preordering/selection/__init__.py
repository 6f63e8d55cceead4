"""The best of several parses of each sentence."""
