"""The plots of each kind of result, and their common parts."""
