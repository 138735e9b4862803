"""Facts about the body of a function or module that need no interpretation: bindings, decorators, order of statements."""
