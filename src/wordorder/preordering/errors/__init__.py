"""Error analysis: what goes wrong when rules reorder parses, and whose fault it is."""
