"""Questions, their immutable versions and their review."""
