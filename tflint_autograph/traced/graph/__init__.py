"""How traced code is represented in the graph: branches, loops, dtypes and shapes."""
