"""Rules and parsers scored against the orders of aligned translations."""
