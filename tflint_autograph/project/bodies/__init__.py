"""What the code of a function or module says before it is run through. Values nothing."""
