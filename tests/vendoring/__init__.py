# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Small projects that vendor kernels, and the promises of vendoring about the folder."""
