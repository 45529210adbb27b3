# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The portable C on machines and by compilers other than ours."""
