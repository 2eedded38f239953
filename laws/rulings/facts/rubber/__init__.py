"""Facts that the rubber code asks for.

No Director sits at a rubber table; what the duplicate code dates by a ruling, this one dates by the penalty.
"""
