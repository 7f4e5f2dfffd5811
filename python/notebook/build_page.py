"""The page of the notebook: ``python build_page.py`` runs it and writes ``web/notebook``.

The page needs neither a server nor a script: it is the text, the programs and what they print, and
a file for each figure.
"""

from __future__ import annotations

import argparse
import html
import shutil
from pathlib import Path
from string import Template
from typing import Any

import mistune
import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent
NOTEBOOK = FOLDER / "exact_regret.ipynb"

#: The folder of the page, which the site copies.
PAGE = FOLDER.parents[1] / "web/notebook"

#: The package without its types, which are incomplete.
FORMAT: Any = nbformat

#: Run before the notebook: figures as files that depend on nothing but their contents.
SETUP = """
%config InlineBackend.figure_formats = ["svg"]
%config InlineBackend.print_figure_kwargs = {"metadata": {"Date": None}, "bbox_inches": None}
%config InlineBackend.rc = {"svg.hashsalt": "mdp2048", "svg.fonttype": "none"}
"""


def executed() -> Any:
    """Runs the notebook in a new process.

    Raises:
        CellExecutionError: A cell raises an exception.
    """
    notebook: Any = FORMAT.read(NOTEBOOK, as_version=4)
    notebook.cells.insert(0, FORMAT.v4.new_code_cell(SETUP))
    place = {"metadata": {"path": str(FOLDER)}}
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources=place).execute()
    del notebook.cells[0]
    return notebook


def page(notebook: Any) -> dict[str, str]:
    """The files of the page, by name: ``index.html`` and the figures."""
    files: dict[str, str] = {}
    parts: list[str] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(str(mistune.html(cell.source)).strip())
            continue
        source = html.escape(cell.source, quote=False)
        parts.append(f'<pre tabindex="0"><code>{source}</code></pre>')
        for output in cell.outputs:
            if output.output_type == "stream":
                text = html.escape(output.text.rstrip(), quote=False)
                parts.append(f'<pre class="output" tabindex="0">{text}</pre>')
            else:
                name = f"figure-{len(files) + 1}.svg"
                files[name] = output.data["image/svg+xml"]
                parts.append(f'<img src="{name}"\n  alt="{html.escape(cell.metadata.alt)}">')
    title = notebook.cells[0].source.splitlines()[0].removeprefix("# ")
    template = Template((FOLDER / "page.html").read_text())
    files["index.html"] = template.substitute(title=title, content="\n".join(parts))
    return files


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    files = page(executed())
    shutil.rmtree(PAGE, ignore_errors=True)
    PAGE.mkdir()
    for name, text in files.items():
        (PAGE / name).write_text(text)
    print(f"wrote {len(files)} files to {PAGE}")


if __name__ == "__main__":
    main()
