"""The documentation as a site: `sphinx-build docs target/site`, with what crates/python/requirements.txt names and the package `spielbaum` installed."""

project = "Spielbaum"
author = "the Spielbaum developers"
copyright = author

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence"]
# Links lead to headings as they do where the files are read as they are.
myst_heading_anchors = 4

# Pages link to files outside of this folder, which the site does not have.
suppress_warnings = ["myst.xref_missing"]

html_theme = "furo"
html_title = "Spielbaum"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
