"""Ruling cases: one situation at a table with the ruling that the Laws give, in YAML that a director can read.

A file is a list of cases. A case has

- `id`, and for people: `situation`, `question`, `why`, `wrong` (a list of what people answer), `note`, `source`;
- what a syllabus needs: `kind` (`example` or `branch`), `topic`, `level` (`club` or `congress`);
- `record`: the table, as `laws/rulings/record.py` describes it. Calls that it says nothing of are natural (`assume: usual`);
- `expect`: the outcomes that the ruling must have, `absent`: those that it must not have, `cites`: the provisions on which
  it must rest; `open: true` where somebody still has to answer, `open: false` where nobody must have to;
- `judgement: true` where the ruling rests on the Director's judgement, `disputed: true` where it must show a doubt.

An outcome is `{outcome: NAME, ...}` with those of its own keys that matter (`player`, `extent`, `condition` ...), as
`manage.py rule --facts LAW` lists them, and beside them `law` (the provision that gives it), `if` (facts with their answers:
what comes out once these are told too) and `note`.

`{outcome: legal_plays, player: W, cards: [S9, S5]}` is no outcome of the ruling: those cards and no other may be played once it
has been applied to the play that the record tells; with `played: [W S9, N S3]` after these cards as well (`plays`).

Instead of `record` a case may have `parts`, a list: each is a question of its own on the table, with `record`, `ask`,
`expect`, `absent`, `cites`, `open`, and a `part`, by which a fault names it. Beside a case's own `record` a part's record
needs only what differs.

A case may also tell the board as one `story` (`laws/rulings/story`), with what holds for the board under `board`. Its parts
then ask for the rulings at a moment of it: `at`, a place in the story or `end`, and `about`, the entry that is ruled on.

Whatever else stands there is an error with its line (`reading`). `comparing` holds the engine's rulings against the
cases. `loose` reads collections that tell of the table under `facts`, in looser words, into the same cases.
"""
