import tensorflow as tf

#: an error of the graph
@tf.function
def f(text):
    try:  #- catch it outside the traced function
        return tf.strings.to_number(text)  #-
    except tf.errors.InvalidArgumentError:  #-
        return tf.constant(-1.0)  #-
    return tf.strings.to_number(text)  #+


def g(text):
    return float(f(text))  #-
    try:  #+
        return float(f(text))  #+
    except tf.errors.InvalidArgumentError:  #+
        return -1.0  #+


print([g(tf.constant(text)) for text in ("1", "oops", "3")])
#: an exception of the project
class Refused(Exception):
    def __init__(self, number, why):  #-
        super().__init__(number, why)  #-
    pass  #+


class Other(ValueError):
    def __init__(self, number, why):
        super().__init__(number, why)


@tf.function
def f(x, mode):
    if mode == "none":
        raise Refused(3, mode)  #- derive it from `Exception` without a constructor, or catch `Exception` outside the traced function
        raise Refused(3, mode)  #+
    return x


@tf.function
def g(x, mode):
    if mode == "none":
        raise Other(3, mode)  #- derive it from `Exception` without a constructor, or catch `Exception` outside the traced function
        raise Other(3, mode)  # TFA211  #+
    return x


for mode in ("some", "none"):
    try:
        print(float(f(tf.constant(1.0), mode)))
    except Refused:
        print("refused")
    try:
        print(float(g(tf.constant(1.0), mode)))
    except Other:  #-
    except Exception:  #+
        print("refused")
