"""A natural bidding system kept as data: what every call of a believable auction means."""
