"""Options, their defaults, and the files, variables and flags that set them. Independent of click and of the rules."""
