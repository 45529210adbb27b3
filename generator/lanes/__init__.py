# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Several messages at once: a recording of one message becomes a recording with a message in each lane.

kinds.py finds the values that hang on a message. memory.py fetches the words of all messages and puts them back.
multiples.py knows what goes by whole words. widen.py rewrites the operations.
"""

from generator.lanes.widen import Recorder, widened

__all__ = ["Recorder", "widened"]
