# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Vendoring: copies a closed set of sources, runtime, header and build fragments into a folder of another project.

:mod:`.options` holds a request. :mod:`.contents` turns the request into a mapping from path to bytes. :mod:`.record` is
the manifest in the folder. :mod:`.update` brings a folder up to date, and :mod:`.verify` reports how a folder differs.
"""
