import logging
import sys
import warnings

import tensorflow as tf

logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(message)s")
log = logging.getLogger("train")

#: a record
@tf.function
def f(x):
    log.info("step done")  #- use `tf.print`, or log outside the traced function
    log.info("loss %s", "known")  #- use `tf.print`, or log outside the traced function
    tf.print("step done", output_stream=sys.stdout)  #+
    return x * 2.0


for value in (1.0, 2.0):
    f(tf.constant(value))
    log.info("loss %s", "known")  #+
#: where no operation runs
@tf.function(jit_compile=True)
def compiled(x):
    log.info("compiled")  #- log outside the traced function
    return x * 2.0


for value in (1.0, 2.0):
    log.info("compiled")  #+
    compiled(tf.constant(value))
#: a warning
warnings.simplefilter("always")
warnings.showwarning = lambda message, *args: print(message)


@tf.function
def f(x):
    warnings.warn("slow")  #- warn outside the traced function
    return x * 2.0


for value in (1.0, 2.0):
    warnings.warn("slow")  #+
    f(tf.constant(value))
