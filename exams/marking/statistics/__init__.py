"""What the marks of a sitting say about its questions and its paper.

scripts.py       the marks as plain values: items, and candidates with what each earned
formulas.py      mean, correlation, upper against lower candidates: each with its source
reliability.py   how far the order of the candidates would stay with other questions of the same kind
answers.py       who chose what
times.py         time on a question, from the events of an attempt
looking.py       which questions to look at first, and why
reporting.py     all of it as one document
gathering.py, computing.py, observing.py     from the tables and back into them
exports.py, charts.py, words.py, views.py    tables for other programs, drawings, sentences, pages

Down to reporting.py everything is plain Python on plain values.
"""
