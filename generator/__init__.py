# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""asmloom's generator turns kernel scripts into assembly text.

No module of this package reads a clock or the environment, probes a compiler, or starts a process other than copies of
itself. The output is a function of kernel, target, options and version alone.
"""

__version__ = "0.2.0"
