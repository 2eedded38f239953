"""Marking a question again: proposed by one examiner, worked out as a dry run, approved by another, then applied.

remedies.py    what each remedy does to one answer
effects.py     what a regrade does to everybody whom it touches; nothing is written
following.py   what follows for applications and awards
reporting.py   the dry run as a document, and the digest that tells whether it still holds
proposing.py, deciding.py      the two deeds
explaining.py  a question explained by the key and the answers that hold since
adjusting.py   what marking and release ask: regrades in force, and regrades that are open
"""
