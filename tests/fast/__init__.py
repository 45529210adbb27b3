# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What ``build.py test --fast`` can say with nothing but Python and jinja2, and a C compiler where there is one.

These tests are functions without arguments that import no pytest, so that :mod:`targets.toolchain.fast` can run them
where there is none.
"""
