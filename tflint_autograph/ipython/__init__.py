"""The IPython extension: checks the cells of a session as they run. Runs no user code except the code of its magics."""
