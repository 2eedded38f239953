"""Sample papers: what the public can try of a paper, without an account and without a trace."""
