"""One traced function at a time: its libcst slice, and what is known of each node in it."""
