# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What finds faults of code, and shares no decision with the passes that made it."""
