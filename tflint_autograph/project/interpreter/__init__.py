"""One run through a body: its statements, expressions and calls. Asks the rest of the project by `scope`."""
