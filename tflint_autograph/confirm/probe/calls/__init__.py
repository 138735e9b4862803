"""The calls to make: which function, on which object, with which arguments. Watches none."""
