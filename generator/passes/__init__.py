# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The passes, each one file named by its verb, and the pipeline that runs them."""
