"""The domain of abstract values: kinds, shapes, containers, and the effect of operators on them. Evaluates no expression."""
