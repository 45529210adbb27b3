# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rendering of the files under ``templates/``. The project has this one template environment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

FOLDER = Path(__file__).resolve().parent.parent / "templates"


@cache
def _environment() -> Environment:
    """An undefined name is an error.

    The templates in ``diff/`` and ``speed/``, and the listings of ``site/``, make HTML and escape values. All other
    templates print values unchanged.
    """
    return Environment(
        loader=FileSystemLoader(FOLDER),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        newline_sequence="\n",
        autoescape=lambda name: name is not None and name.startswith(("diff/", "speed/", "site/listing")),
        auto_reload=False,
    )


def source(name: str) -> str:
    """The template ``name`` itself."""
    return (FOLDER / name).read_text("utf-8")


def render(name: str, values: Mapping[str, Any]) -> str:
    """The text of the template ``name``, a path under ``templates/``."""
    return _environment().get_template(name).render(values)
