"""Looking at the code: the program that is traced, the rules over it, in one process or several. Shows nothing."""
