import tensorflow as tf

numbers = tf.data.Dataset.range(1, 5)

#: comprehensions and built-ins
@tf.function
def f(x):
    total = sum([number * 2 for number in numbers], x)  #- loop with `for element in numbers:`, or use `numbers.reduce(...)`
    more = sum(numbers, x)  #- loop with `for element in numbers:`, or use `numbers.reduce(...)`
    last = list(numbers)[-1]  #- loop with `for element in numbers:`, or use `numbers.reduce(...)`
    total = x  #+
    for number in numbers:  #+
        total += number * 2  #+
    more = numbers.reduce(x, lambda total, number: total + number)  #+
    last = x  #+
    for number in numbers:  #+
        last = number  #+
    return total, more, last


print([int(each) for each in f(tf.constant(7, tf.int64))])
#: without AutoGraph
@tf.function(autograph=False)
def f(x):
    for number in numbers:  #- use `numbers.reduce(...)`
        x += number  #-
    x = numbers.reduce(x, lambda x, number: x + number)  #+
    is_odd = any(numbers.map(lambda number: number > 3))  #- use `the dataset.reduce(...)`
    is_odd = numbers.reduce(False, lambda found, number: found | (number > 3))  #+
    return x, is_odd


print([int(each) for each in f(tf.constant(7, tf.int64))])
#: unpacking and membership
two = tf.data.Dataset.range(1, 3)


@tf.function
def f(x):
    a, b = two  #- take each element with `next` from `iter(two)`
    both = tf.add(*two)  #- loop with `for element in two:`, or use `two.reduce(...)`
    is_there = 2 in two  #- use `two.reduce(...)`
    elements = iter(two)  #+
    a, b = next(elements), next(elements)  #+
    both = two.reduce(tf.constant(0, tf.int64), tf.add)  #+
    is_there = two.reduce(False, lambda found, number: found | (number == 2))  #+
    return x + a * 10 + b, both, is_there


print([int(each) for each in f(tf.constant(7, tf.int64))])
#: an iterator around
class Counted:
    def __init__(self, values):
        self.values = values

    def __iter__(self):
        for value in self.values:
            yield value


@tf.function
def f(x):
    for number in Counted(numbers):  #- loop over `numbers` itself
    for number in numbers:  #+
        x += number
    return x


print(int(f(tf.constant(7, tf.int64))))
