# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Finds, runs and sets up the tools that assemble, link and execute: everything here touches the machine."""
