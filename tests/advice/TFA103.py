import pathlib
import sqlite3

import tensorflow as tf

#: reading and writing
gain = pathlib.Path("gain.txt")


@tf.function
def f(x):
    with open("steps.txt", "a") as file:  #- access the file in `tf.py_function`, or outside the traced function
        file.write("step\n")  #-
    def note():  #+
        with open("steps.txt", "a") as file:  #+
            file.write("step\n")  #+

    tf.py_function(note, [], [])  #+
    return x * float(gain.read_text())  #- access the file in `tf.py_function`, or outside the traced function
    return x * tf.strings.to_number(tf.py_function(lambda: gain.read_text(), [], tf.string))  #+


for text in ("1.0", "2.0", "3.0"):
    gain.write_text(text)
    print(float(f(tf.constant(1.0))))
print(pathlib.Path("steps.txt").read_text())
#: reading outside
@tf.function
def f(x):  #-
def f(x, stop):  #+
    if tf.io.gfile.exists("stop"):  #- access the file in `tf.py_function`, or outside the traced function
    if stop:  #+
        return tf.zeros_like(x)
    return x


for number in range(3):
    if number == 1:
        pathlib.Path("stop").touch()
    print(float(f(tf.constant(1.0))))  #-
    print(float(f(tf.constant(1.0), tf.constant(tf.io.gfile.exists("stop")))))  #+
#: where no operation runs
@tf.function(jit_compile=True)
def f(x):
    pathlib.Path("seen").write_text("seen")  #- access the file outside the compiled function
    return x * 2.0


for value in (1.0, 2.0):
    pathlib.Path("seen").unlink(missing_ok=True)
    pathlib.Path("seen").write_text("seen")  #+
    print(float(f(tf.constant(value))), pathlib.Path("seen").exists())
#: a record
database = sqlite3.connect(":memory:")
database.execute("create table steps (number)")


@tf.function
def f(x):
    database.execute("insert into steps values (1)")  #- keep the record outside the traced function
    return x * 2.0


for value in (1.0, 2.0):
    f(tf.constant(value))
    database.execute("insert into steps values (1)")  #+
print(list(database.execute("select count(*) from steps")))
#: a constant path
pathlib.Path("gain.txt").write_text("1.0")


@tf.function
def f(x):  #-
    return x * tf.strings.to_number(tf.io.read_file("gain.txt"))  #- pass the path as a tensor argument
def f(x, path):  #+
    return x * tf.strings.to_number(tf.io.read_file(path))  #+


for text in ("1.0", "2.0", "3.0"):
    pathlib.Path("gain.txt").write_text(text)
    print(float(f(tf.constant(1.0))))  #-
    print(float(f(tf.constant(1.0), tf.constant("gain.txt"))))  #+
