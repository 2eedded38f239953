"""At which level a body asks the questions of a path, and why: by the rule of `exams.scenarios.levels`, or moved by the body.

The content of a version says the level that it was stored with and never changes; the column `level` is the one it is
asked at, which blueprints, lists and the number of approvals go by. Moving a path sets the column of all its questions.
"""
