"""Who may see and decide what in accreditation."""

import rules

from accounts.rules import is_own, is_registrar

# Nobody decides about himself, registrar or not.
is_another_registrar = is_registrar & ~is_own

rules.add_perm("accreditation.keep_register", is_registrar)  # on the body
rules.add_perm("accreditation.view_application", is_registrar | is_own)
rules.add_perm("accreditation.decide_application", is_another_registrar)
rules.add_perm("accreditation.view_award", is_registrar | is_own)
rules.add_perm("accreditation.change_award", is_another_registrar)
