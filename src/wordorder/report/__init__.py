"""What people look at in the end: plots."""
