# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Translation validation: the bytes of an object compute what the recording of a script says.

The package imports no pass, no lowering and no emission of the generator: it reads recordings, contracts and objects.
"""
