"""The kinds of question: what one story and its ruling can be asked as."""
