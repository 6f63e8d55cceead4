"""Charts: one theme, one way to save."""
