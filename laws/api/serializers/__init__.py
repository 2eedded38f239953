"""How the library's records look outside: one shape for each, with a sentence for every field."""
