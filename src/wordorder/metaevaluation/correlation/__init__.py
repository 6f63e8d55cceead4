"""How well the scores of metrics agree with people."""
