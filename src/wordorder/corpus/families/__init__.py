"""What is computed for rows, by what it is computed from."""
