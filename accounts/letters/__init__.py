"""Letters to people: worded, stored with the action that they tell of, and sent by a worker."""
