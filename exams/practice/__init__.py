"""Training: practice by path of the law, a memory for each path, and what a person knows of the syllabus.

Practice stages its own tables and never shows what a paper to come asks. What somebody practised, nobody else sees.
"""
