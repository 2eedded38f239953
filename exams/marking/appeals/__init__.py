"""A candidate objects to a result that was told; an examiner who had no part in it decides.

proceedings.py  until when an appeal can be made, making and withdrawing it, deciding and assigning it
deciders.py     who may decide, who may not, and why
"""
