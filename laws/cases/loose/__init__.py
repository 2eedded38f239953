"""Cases in the looser form of collections: the table under `facts`, in words for a reader, and outcomes with remarks in them.

Such a case is known by its `facts`. It is read into the same case as a strict one; what is told in free words stays open.
"""
