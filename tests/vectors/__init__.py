# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Published test vectors, through the library's public functions, with every variant that can run here pinned."""
