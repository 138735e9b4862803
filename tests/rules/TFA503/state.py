"""State of a package. Its names are changed from other modules."""

losses = []
count = 0


def remember(x):
    losses.append(x)
#~  ^^^^^^^^^^^^^^^^ TFA503 `losses` is changed only at trace time, not on every call


def fill(parts, x):
    parts.append(x)


def hand_over(parts, x):
    parts.append(x)
#~  ^^^^^^^^^^^^^^^ TFA503 `losses` is changed only at trace time, not on every call


class History:
    def __init__(self):
        self.items = []

    def add(self, x):
        self.items.append(x)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA503 `history.items` is changed only at trace time, not on every call


history = History()
