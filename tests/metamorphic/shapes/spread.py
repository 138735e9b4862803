"""Calls and literals over several lines."""

import tensorflow as tf

settings = {
    "rate": 0.1,
    "names": ["a", "b"],
    'quoted': 'it is so',
}


class Model(tf.Module):
    def __init__(
        self,
        units,
        activation=None,
    ):
        super().__init__(
            name="model",
        )
        self.units = units
        self.activation = (
            activation
            or tf.nn.relu
        )
        self.outputs = [
        ]

    @tf.function(
        jit_compile=False,
        input_signature=[
            tf.TensorSpec([None], tf.float32),
        ],
    )
    def predict(self, x):
        print(
            "tracing",
            x,
        )
        self.outputs.append(
            x
        )
        y = tf.reduce_sum(
            x,
        ) * settings["rate"] + \
            settings.get(
                "shift",
                0.0,
            )
        return self.activation(y)


def change(rate):
    settings["rate"] = rate
