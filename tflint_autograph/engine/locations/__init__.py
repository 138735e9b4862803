"""Every place of a finding and of its fix as a user sees it: in the cells of a notebook, with the imports it needs. Finds none."""
