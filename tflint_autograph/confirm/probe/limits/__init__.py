"""Limits of the process the user's code runs in, and an end to what takes too long. Calls nothing."""
