"""A package: roots in `train`, helpers in other modules."""

from .re_exported import through_the_package
