"""The libcst tree of a traced function: its slice of the file, its nodes, and the names they bind and change."""
