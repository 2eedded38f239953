"""Courses for programs, at `/api/v1/training/courses/`: signed in, and each person what the pages show them.

base.py         how a course, what is set and how somebody gets on look outside, and who reaches what
offered.py      one's courses, making one, a course
invitations.py  for those who give it: invitations one by one and from a list of people
given.py        who takes part and how they get on, what is set, attendance, tutors
taken.py        for those who take it: invitations to oneself, consent, leaving
"""
