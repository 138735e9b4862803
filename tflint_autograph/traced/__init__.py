"""One traced function at a time: its libcst tree, and the value of each node in it."""
