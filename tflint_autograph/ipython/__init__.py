"""The extension of IPython: checks the cells of a session as they are run. Runs no user code except the code of its magics."""
