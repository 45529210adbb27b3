# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Python's own implementations of what the kernels compute, and published vectors."""
