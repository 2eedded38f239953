"""What is kept of people: shown and handed to them, deleted when they ask, and removed when its time is over."""
