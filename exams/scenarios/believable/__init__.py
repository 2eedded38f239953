"""The gate of believable bridge: stories that players would not bring about are thrown out before they become questions."""
