"""Inputs of any size and format, as batches of rows with named columns."""
