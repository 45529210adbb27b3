# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Vendoring: a closed set of sources, runtime, header and build fragments in a folder of somebody else's project.

:mod:`.options` says what is wanted, :mod:`.contents` makes it as a mapping from path to bytes, :mod:`.record` is what
the folder remembers of it, :mod:`.update` and :mod:`.verify` bring a folder up to date and tell how it differs.
"""
