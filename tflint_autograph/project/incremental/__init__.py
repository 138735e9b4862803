"""An analysis kept from one run to the next: what each answer has read, and what an edit undoes of it."""
