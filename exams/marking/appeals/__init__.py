"""A candidate objects to a result that was told; an examiner who had no part in it decides.

timing.py       until when an appeal can be made
deciders.py     who may decide, who may not, and why
making.py, deciding.py      the deeds of the candidate, and of examiners and administrators
"""
