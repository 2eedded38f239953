"""Looking for words in everything the library has: law, footnotes, definitions, commentary."""
