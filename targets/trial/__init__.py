# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Trying functions: calls from the contract, a driver that watches each call, and judges of results, unwinding and
secrecy. ``build.py test --kernel-path`` and the tests use this package."""
