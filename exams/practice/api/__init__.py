"""The training room for programs, at `/api/v1/training/`: signed in, and only what is the person's own.

base.py       whose it is, and what several addresses tell alike
today.py      what is due, every path with what is remembered of it, settings, deleting it all
exercises.py  runs, questions, answers one by one and sent later, what one may ask about a ruling
log.py        the review log, the answers, the forecast with its weeks
plans.py      the plan to a date and its days
mocks.py      mock exams
lessons.py    lessons, step by step
sheets.py     practice sheets; findings, for examiners
"""
