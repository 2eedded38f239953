"""The law library."""
