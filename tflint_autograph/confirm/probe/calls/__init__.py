"""The calls that are made: which function, on which object, with which arguments."""
