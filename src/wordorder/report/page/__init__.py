"""Reports as web pages."""
