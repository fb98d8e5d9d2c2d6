"""Say what this machine lacks for building Obliqua, before anything is started.

Written so that any Python 3 can run it, however old.
"""

import importlib.util
import os
import shutil
import sys
import sysconfig

DEBIAN = "On Debian and Ubuntu: sudo apt install "


def lacks():
    if sys.version_info < (3, 11):
        version = ".".join(map(str, sys.version_info[:3]))
        yield (
            "Python 3.11 or newer is needed; " + sys.executable + " is " + version + ". "
            "Name a newer one, for example: make PYTHON=python3.12 run"
        )
        return
    if not (importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv")):
        yield "this Python cannot create virtual environments. " + DEBIAN + "python3-venv"
    if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        yield "the headers of this Python (Python.h) are missing. " + DEBIAN + "python3-dev"
    compilers = [os.environ["CXX"]] if "CXX" in os.environ else ["c++", "g++", "clang++"]
    if not any(shutil.which(compiler.split()[0]) for compiler in compilers):
        yield "no C++ compiler found (" + ", ".join(compilers) + "). " + DEBIAN + "g++"


if __name__ == "__main__":
    messages = list(lacks())
    for message in messages:
        sys.stderr.write("make: " + message + "\n")
    sys.exit(1 if messages else 0)
