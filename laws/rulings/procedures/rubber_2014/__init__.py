"""The procedures of the Laws of Rubber Bridge 2014, and of its alternative club laws (`club`).

They are written from the rubber text and share no procedure with the duplicate code,
whose provisions have the same numbers and say other things; facts and effects that mean the same are shared.
"""
