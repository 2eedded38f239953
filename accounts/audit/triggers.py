"""Tables that only grow."""

import pgtrigger


def append_only() -> pgtrigger.Trigger:
    """A trigger for `Meta.triggers`: the database refuses to change, delete or truncate rows of the table.

    It fires once a statement, before any row is touched, so it also catches what never meets a model:
    `queryset.update`, raw SQL and TRUNCATE.
    """
    return pgtrigger.Trigger(
        name="append_only",
        level=pgtrigger.Statement,
        when=pgtrigger.Before,
        operation=pgtrigger.Update | pgtrigger.Delete | pgtrigger.Truncate,
        func="""
            RAISE EXCEPTION '% only grows: % is refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'integrity_constraint_violation';
        """,
    )


def never_deleted(name: str = "is_never_deleted") -> pgtrigger.Trigger:
    """A trigger for `Meta.triggers`: rows may change, as other triggers of the table let them, but they stay.

    Once a statement as well, so that neither an empty condition nor TRUNCATE goes round it.
    """
    return pgtrigger.Trigger(
        name=name,
        level=pgtrigger.Statement,
        when=pgtrigger.Before,
        operation=pgtrigger.Delete | pgtrigger.Truncate,
        func="RAISE EXCEPTION 'Cannot delete rows from table %', TG_TABLE_NAME;",
    )
