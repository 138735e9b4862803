"""Variables of which one is created for each key: another key is found missing in a later trace."""

import tensorflow as tf


class Encoder(tf.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        self.heads = {}
        self.tails = {}
        self.shared = {}
        self.names = set()

    def head(self, domain):
        if domain not in self.heads:
            self.heads[domain] = tf.Variable(1.0, name=domain)
#~                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        return self.heads[domain]

    def tail(self, domain):
        found = self.tails.get(domain)
        if self.tails.get(domain) is None:
            found = self.tails[domain] = tf.Variable(1.0)
#~                                       ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        return found

    def common(self):
        if self.kind not in self.shared:
            self.shared[self.kind] = tf.Variable(1.0)
        if "bias" not in self.shared:
            self.shared["bias"] = tf.Variable(0.0)
        return self.shared[self.kind] + self.shared["bias"]

    @tf.function
    def encode(self, x, domain):
        return x * self.head(domain) * self.tail(domain) + self.common()


encoder = Encoder("main")


def serve(x, domain):
    return encoder.encode(x, domain)
