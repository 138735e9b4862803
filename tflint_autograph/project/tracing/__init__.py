"""Who is traced and why: along the calls from the roots, to a fixpoint."""
