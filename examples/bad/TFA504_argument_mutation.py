"""Score houses. The step takes the label out of the caller's dict, which TensorFlow refuses with a ValueError."""

import tensorflow as tf

price_of_area = tf.Variable(2.0)


@tf.function
def error(house):
    price = house.pop("price")  # TFA504
    house["area"] = house["width"] * house["depth"]  # TFA504
    return tf.abs(price_of_area * house["area"] - price)


def main():
    for width in (4.0, 5.0, 6.0):
        house = {"width": tf.constant(width), "depth": tf.constant(10.0), "price": tf.constant(100.0)}
        print(f"width {width:.0f}: off by {float(error(house)):.0f}")


if __name__ == "__main__":
    main()
