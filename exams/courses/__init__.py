"""Courses: a body or a club prepares people together, and tutors set practice and see how it goes, where a learner lets them.

What somebody practises stays theirs. A course reads of it what its learner has agreed to show and keeps none of it; nothing of
a course enters an exam or its result.
"""
