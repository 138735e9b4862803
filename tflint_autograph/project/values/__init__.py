"""The abstract domain: kinds, shapes, containers, and the effect of operators on them."""
