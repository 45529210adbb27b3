# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Find, set up and run the tools that assemble, link and execute. Only this package touches the machine."""
