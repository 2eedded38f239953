"""Marking a question again: proposed by one examiner, worked out as a dry run, approved by another, then applied.

remedies.py     what each remedy does to one answer, and what marking and release ask of regrades
effects.py      what a regrade does to everybody whom it touches, and to applications and awards; nothing is written
dry_run.py      that as a document, and the digest that tells whether it still holds
proposals.py, decisions.py      drafted, proposed and withdrawn; approved, refused and applied
words.py        a regrade in words, and a question explained by the key and the answers that hold since
"""
