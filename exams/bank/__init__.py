"""The question bank: questions, their versions, and their way through review."""
