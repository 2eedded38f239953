"""What the marks of a sitting say about its questions and its paper.

scripts.py       the marks as plain values: items, and candidates with what each earned
formulas.py      mean, correlation, upper against lower candidates: each with its source
reliability.py   how far the order of the candidates would stay with other questions of the same kind
items.py         of one question: who chose what, and whether to look at it first
report.py        all of it as one document
inputs.py, computation.py     from the tables, time on a question included, and back into them
charts.py, words.py, views.py    drawings, sentences, pages; `exams.marking.tables` writes tables for other programs

Down to report.py everything is plain Python on plain values.
"""
