"""Mean ratings of systems, and whether metrics find the differences that people find."""
