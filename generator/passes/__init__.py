# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The passes. Each is one file with the name of its verb."""
