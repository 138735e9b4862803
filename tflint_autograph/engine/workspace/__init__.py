"""The files of a run, on disk or in an editor, and what joins them. Looks at no code in them."""
