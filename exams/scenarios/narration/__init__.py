"""Questions told in sentences: what happened at a table, fact by fact, for the laws that no auction shows by itself."""
