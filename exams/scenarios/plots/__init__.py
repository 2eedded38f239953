"""How irregularities happen at a table. A plot takes a table and tells every story of its law that could happen there."""
