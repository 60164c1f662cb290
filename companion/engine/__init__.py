"""The ask language, whole: all that a game needs, and all that its rules may import."""
# ruff: noqa: F403
from .ask import *
from .box import *
from .deck import *
from .facts import *
from .fields import *
from .game import *
from .match import *
from .move import *
from .pause import *
