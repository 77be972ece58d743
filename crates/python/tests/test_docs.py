"""The examples in the documentation run as they stand."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"
PAGES = sorted(page for page in DOCS.glob("tours/*.md") if "```python" in page.read_text())


def test_there_are_pages_with_examples() -> None:
    assert {page.stem for page in PAGES} >= {"designer", "researcher"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_run_one_after_the_other(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL):
        exec(compile(block, str(page), "exec"), names)
