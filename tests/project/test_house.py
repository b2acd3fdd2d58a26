"""Turns the rules of the house into checks: imports, wheel, docstrings, start-up, tracked files, README."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import gold

BIN = Path(sys.executable).parent
HEAVY = ("numpy", "pandas", "pyarrow", "altair", "jinja2", "rapidfuzz")

# Joined here from pieces, so that this file does not hold what it forbids.
REGISTRY_HOSTS = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("conda", "anaconda", "org"),
    )
)
MACHINE_PATHS = tuple(
    "/" + "/".join(parts) + "/"
    for parts in (("work",), ("root",), ("tmp", "v"), ("opt", "pypi"), (r"home", r"\w+"), (r"Users", r"\w+"))
)
FORBIDDEN = re.compile(
    "|".join(re.escape(host) for host in REGISTRY_HOSTS)
    # Not after a word, a dot or a slash: there it is the tail of a longer, harmless path or of a URL.
    + "|"
    + "|".join(rf"(?<![\w./~-]){path}" for path in MACHINE_PATHS)
)

LONGEST_FILE, LONGEST_FUNCTION = 250, 40
"""Lines; a file or a function with more has a second thought, and becomes two."""
SENTENCE_WITHIN = re.compile(r"[.?!]\s+[A-Z]")
FENCE = re.compile(r"^```(?P<language>sh|console)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
# A reader runs these once on a new machine; the tests already run in what they make.
SETS_UP = ("pip ", "pipx ", "python3 -m ", "uv ", "make ", "git clone ", "apt-get ", "sudo ")


def run(*args: str | Path, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A finished command with its words, without input; `env` is added to this process's."""
    return subprocess.run(
        [str(arg) for arg in args],
        cwd=cwd,
        env=os.environ | (env or {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def modules(root: Path) -> list[Path]:
    """Every module under src/gold, in order."""
    return sorted((root / "src" / "gold").rglob("*.py"))


def tracked(root: Path) -> list[Path]:
    """The files that git knows; skips where this is no checkout."""
    if not (shutil.which("git") and (root / ".git").exists()):
        pytest.skip("not a git checkout")
    listed = run("git", "ls-files", "-z", cwd=root)
    assert listed.returncode == 0, listed.stderr
    return [path for name in listed.stdout.split("\0") if name and (path := root / name).is_file()]


def test_imports_go_one_way(root: Path) -> None:
    """The stair of rooms holds, and only cli opens input."""
    done = run(BIN / "lint-imports", "--no-logo", "--no-cache", cwd=root, env={"PYTHONPATH": str(root / "src")})
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_room_is_a_package(root: Path) -> None:
    """A folder without `__init__.py` would be outside the stair, unseen."""
    folders = {path.parent for path in modules(root)}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_modules_open_with_one_sentence(root: Path) -> None:
    """Every module's docstring opens with a paragraph of one sentence."""
    wrong = []
    for path in modules(root):
        docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        opening = docstring.split("\n\n")[0]
        if not opening.endswith((".", "?")) or SENTENCE_WITHIN.search(opening):
            wrong.append(f"{path.relative_to(root)}: {opening!r}")
    assert wrong == []


def test_files_and_functions_are_short(root: Path) -> None:
    """None is longer than the house allows."""
    longer = []
    for path in modules(root):
        name, text = path.relative_to(root / "src/gold").as_posix(), path.read_text("utf-8")
        if text.count("\n") > LONGEST_FILE:
            longer.append(name)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                if node.end_lineno - node.lineno >= LONGEST_FUNCTION:
                    longer.append(f"{name}: {node.name}")
    assert longer == []


def test_help_is_light(root: Path) -> None:
    """Neither `gold --help` nor a command's own help loads a heavy library."""
    program = """
import sys
from click import Context
from click.testing import CliRunner
from gold.cli import gold
for args in [[], *([name] for name in gold.list_commands(Context(gold)))]:
    result = CliRunner().invoke(gold, [*args, "--help"])
    assert result.exit_code == 0, (args, result.output)
    loaded = [name for name in sys.argv[1:] if name in sys.modules]
    if loaded:
        sys.exit(f"gold {' '.join([*args, '--help'])} loads {', '.join(loaded)}")
"""
    done = run(sys.executable, "-c", program, *HEAVY, cwd=root)
    assert done.returncode == 0, done.stderr


def test_version_is_one_literal(root: Path) -> None:
    """The package's literal, the installed metadata and the changelog name the same version."""
    assert f'__version__ = "{gold.__version__}"\n' in (root / "src/gold/__init__.py").read_text("utf-8")
    assert importlib.metadata.version("goldsets") == gold.__version__, "run `make test` to install it anew"
    assert f"\n## [{gold.__version__}]" in (root / "CHANGELOG.md").read_text("utf-8")


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The distribution's wheel, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=root)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("goldsets-*.whl")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def contents(folder: Path) -> dict[str, bytes]:
    """The files below a folder, by relative path."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_wheel_holds_the_templates(root: Path, wheel: Path) -> None:
    """Every template and static file ships inside the package, byte for byte, and none is Python."""
    ours = contents(root / "templates")
    assert ours, "templates/ is empty"
    assert contents(wheel / "gold" / "templates") == ours
    assert [name for name in ours if name.endswith(".py")] == [], "Python there breaks editable installs"


def test_wheel_holds_the_package_and_nothing_else(root: Path, wheel: Path) -> None:
    """The wheel has every module, both commands, the license, and no other top-level name."""
    info = f"goldsets-{gold.__version__}.dist-info"
    assert {path.name for path in wheel.iterdir()} == {"gold", info}
    packaged = {path.relative_to(wheel / "gold") for path in (wheel / "gold").rglob("*.py")}
    assert packaged == {path.relative_to(root / "src/gold") for path in modules(root)}
    commands = (wheel / info / "entry_points.txt").read_text("utf-8").split("\n")
    assert {"gold = gold.cli:main", "goldsets = gold.cli:main"} <= set(commands)
    assert (wheel / info / "licenses/LICENSE").is_file()


def test_wheel_runs(wheel: Path, tmp_path: Path) -> None:
    """The unpacked package answers `python -m gold --help` far from any checkout."""
    env = {"PYTHONPATH": str(wheel)}
    where = run(sys.executable, "-c", "import gold; print(gold.__file__)", cwd=tmp_path, env=env)
    assert Path(where.stdout.strip()) == wheel / "gold" / "__init__.py"
    done = run(sys.executable, "-m", "gold", "--help", cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stderr
    assert "build-site" in done.stdout


def test_tracked_files_name_no_registry_and_no_machine(root: Path) -> None:
    """No tracked text holds a package registry's host or a path of somebody's machine."""
    found = []
    for path in tracked(root):
        for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
            if match := FORBIDDEN.search(line.decode("utf-8", errors="replace")):
                found.append(f"{path.relative_to(root)}:{number}: {match.group()}")
    assert found == []


@pytest.mark.parametrize(
    "text", [f"see https://{REGISTRY_HOSTS[0]}/p", f"cd {MACHINE_PATHS[0]}x", "'" + MACHINE_PATHS[1]]
)
def test_the_search_for_hosts_and_paths_finds_them(text: str) -> None:
    """The pattern of the test above can fail."""
    assert FORBIDDEN.search(text)


@pytest.fixture(scope="module")
def readme(root: Path) -> str:
    """The README's text; skips while there is none."""
    path = root / "README.md"
    if not path.is_file():
        pytest.skip("no README.md yet")
    return path.read_text("utf-8")


def test_readme_describes_the_distribution(root: Path, readme: str) -> None:
    """What the repository shows is what the distribution shows."""
    assert readme.startswith("# ")
    assert 'readme = "README.md"' in (root / "pyproject.toml").read_text("utf-8")


def test_readme_leads_to_every_section(readme: str) -> None:
    """Its list of contents names each heading, by the anchor that hosts of repositories give it."""
    outside = FENCE.sub("", readme)
    headings = re.findall(r"^##+ (.+)$", outside, re.MULTILINE)
    anchors = [re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")) for heading in headings]
    assert re.findall(r"\]\(#([^)]+)\)", outside) == anchors


def test_readme_blocks_do_what_they_say(root: Path, readme: str, tmp_path: Path) -> None:
    """Each `sh` and `console` block runs, in order, in a copy of the repository; what it shows comes out."""
    copy = tmp_path / "gold"
    ignored = shutil.ignore_patterns(".*", "site", "build", "dist", "__pycache__")
    shutil.copytree(root, copy, ignore=ignored)
    env = {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100", "NO_COLOR": "1"}
    blocks = list(FENCE.finditer(readme))
    assert blocks, "README.md shows no command"
    for block in blocks:
        for command, promised in steps(block["language"], block["body"]):
            done = run("bash", "-euc", command, cwd=copy, env=env)
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
            if promised:
                assert re.fullmatch(pattern_of(promised), done.stdout.strip()), f"{command}\n{done.stdout}"


def steps(language: str, body: str) -> list[tuple[str, str]]:
    """The commands of a block that are to be run, each with the output that it promises ("" for none).

    A `sh` block without its set-up lines is one command; in a `console` block `$ ` begins a command,
    `> ` goes on with it, and other lines are its output.
    """
    if language == "sh":
        script = "\n".join(line for line in body.splitlines() if not line.lstrip().startswith(SETS_UP))
        return [(script, "")] if script.strip() else []
    found: list[tuple[list[str], list[str]]] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append(([line[2:]], []))
        elif line.startswith("> ") and not found[-1][1]:
            found[-1][0].append(line[2:])
        else:
            found[-1][1].append(line)
    joined = [("\n".join(command), "\n".join(output).strip()) for command, output in found]
    return [(command, output) for command, output in joined if not command.startswith(SETS_UP)]


def pattern_of(promised: str) -> str:
    """A pattern for shown output, in which a line `…` or `...` stands for any lines."""
    lines = promised.split("\n")
    return "(?s)" + r"\s*\n".join(".*" if line in ("…", "...") else re.escape(line.rstrip()) for line in lines)
