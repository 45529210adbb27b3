# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""asmloom's generator: kernel scripts in, assembly text out.

Pure by rule: nothing below this package starts a process, reads a clock or the
environment, or probes a compiler. Output is a function of (kernel, target,
options, version) and of nothing else.
"""

__version__ = "0.1.0"
