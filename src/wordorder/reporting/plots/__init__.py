"""The plots of each kind of result, and what they are made of."""
