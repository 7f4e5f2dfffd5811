"""The notebook runs, and the page of it is what it gives."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "notebook"))

import build_page


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """The page of a run of this moment."""
    return build_page.page(build_page.executed())


def test_the_page_is_that_of_the_notebook(files: dict[str, str]) -> None:
    again = "run `cargo xtask notebook`"
    assert {path.name for path in build_page.PAGE.iterdir()} == files.keys(), again
    assert (build_page.PAGE / "index.html").read_text() == files["index.html"], again


def test_the_figures_have_the_same_lines_and_labels(files: dict[str, str]) -> None:
    """Curves of agents that learn may differ in their last digits, so points are not compared."""
    for name, text in files.items():
        if name.endswith(".svg"):
            shown = (build_page.PAGE / name).read_text()
            assert labels(shown) == labels(text), name
            assert shown.count('<g id="line2d') == text.count('<g id="line2d') > 10
            ElementTree.fromstring(shown)
    page = files["index.html"]
    assert re.findall(r'<img src="([^"]+)"', page) == [f"figure-{at}.svg" for at in (1, 2, 3)]


def labels(svg: str) -> set[str]:
    """The words of a figure; the numbers of its axes follow from the curves."""
    return {text for text in re.findall(r">([^<>]+)</text>", svg) if re.search("[a-z]{3}", text)}
