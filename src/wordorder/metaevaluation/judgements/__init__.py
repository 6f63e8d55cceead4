"""What people said about translations, from the files they are kept in."""
