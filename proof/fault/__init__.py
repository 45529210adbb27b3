# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What a refusal is about: inputs for which code and recording differ, and where. No verdict hangs on this package."""
