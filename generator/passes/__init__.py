# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The passes: a folder for each kind, and the files that they share."""
