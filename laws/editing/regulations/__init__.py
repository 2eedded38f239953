"""What a body lays down where the Laws leave it the choice.

`regulations_of(body, day)` is what the engine takes; `matters` says in words what can be laid down, `laying_down` does it,
and the pages show it to everybody.
"""

from laws.editing.regulations.laying_down import lay_down, regulations_of, told_in_a_record

__all__ = ["lay_down", "regulations_of", "told_in_a_record"]
