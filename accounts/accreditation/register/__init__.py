"""The public register: who is found in it and by whose decision, the search, and letters to a director."""
