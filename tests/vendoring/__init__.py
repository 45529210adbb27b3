# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Small projects that vendor kernels, and what vendoring promises about the folder."""
