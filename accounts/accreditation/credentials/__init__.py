"""Open Badges of awards, the lists that tell whether they still hold, and what can be said of a file that somebody shows."""
