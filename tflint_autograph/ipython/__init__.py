"""The extension of IPython: checks the cells of a session as they are run. Runs no code of the user but what a magic is given."""
