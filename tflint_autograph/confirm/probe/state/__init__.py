"""Values of Python and which of the user's lines run: values and state, kept and put back. Calls nothing of the user's."""
