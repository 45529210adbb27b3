# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Write every page that is made from code: the last step of ``build.py generate --accept``."""

from __future__ import annotations

from tests.pages import counts, reference, syntaxes

for page in (reference, syntaxes, counts):
    page.PAGE.write_text(page.page(), "utf-8")
    print(page.PAGE.name)
