"""At the table, off line: what a phone keeps of the site so that it works in a hall without a network.

`bundle` says which files those are and in which version, `questions` stages what is due for a phone to take along, `views`
serves both. Answers come back through the API's outbox (`exams.practice.api.exercises.Outbox`).
"""
