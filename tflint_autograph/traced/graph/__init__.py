"""What becomes of the code of a traced function in the graph: branches, loops, dtypes, shapes. Knows no message."""
