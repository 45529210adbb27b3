# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Streams that take turns, and the refusals of those that cannot."""
