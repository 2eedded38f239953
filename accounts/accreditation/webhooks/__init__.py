"""What other programs are told of awards: stored with the deed, signed as Standard Webhooks, and sent until it is taken."""
