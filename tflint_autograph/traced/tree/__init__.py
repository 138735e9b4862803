"""A traced function as it is read: its slice of the file, its nodes, what they bind and change. Judges nothing."""
