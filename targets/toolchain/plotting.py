# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plotting library, for ``speed --html``."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

from generator.processes import away
from targets.toolchain import extra

_MODULES = ("matplotlib", "matplotlib.figure", "matplotlib.backends.backend_svg")


def ensure() -> ModuleType:
    """The library, with the modules that make SVG loaded. Raises ToolFailed."""
    folder = str(extra.ensure("plot"))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    with away():  # the library obeys a matplotlibrc of the working folder
        return [importlib.import_module(name) for name in _MODULES][0]
