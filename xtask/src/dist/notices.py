"""The licences of the crates that a program is made of, as one text.

    notices.py METADATA PACKAGE FILE   METADATA: what `cargo metadata --filter-platform TARGET` says

Every crate is named with its licence; a text that several crates share is written once. A crate that
comes without a text is named with its licence alone.
"""

import collections
import json
import os
import pathlib
import sys

NAMES = ("license", "licence", "copying", "notice", "unlicense")


def crates_of(metadata: dict, root: str) -> list[dict]:
    """What ends up in the program: the dependencies that are neither for tests nor for building."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    start = next(package["id"] for package in packages.values() if package["name"] == root)
    seen, waiting = {start}, [start]
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            is_linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_linked and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    own = set(metadata["workspace_members"])
    others = (packages[id] for id in seen - own)
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def texts_of(package: dict) -> list[str]:
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.name.lower().startswith(NAMES) and file.is_file())
    return [file.read_text(encoding="utf-8", errors="replace").strip() for file in files]


def notices(metadata: dict, root: str) -> str:
    holders = collections.defaultdict(list)
    lines = ["npuzzle contains the following software of others.", ""]
    for package in crates_of(metadata, root):
        name = f"{package['name']} {package['version']}"
        lines.append(f"{name}: {package['license'] or 'see below'}")
        for text in texts_of(package):
            holders[text].append(name)
    for text, names in holders.items():
        lines += ["", "-" * 100, ", ".join(names), "", text]
    return "\n".join(lines) + "\n"


def main(metadata: str, root: str, target: str) -> None:
    text = notices(json.loads(pathlib.Path(metadata).read_text(encoding="utf-8")), root)
    unfinished = f"{target}.part"
    pathlib.Path(unfinished).write_text(text, encoding="utf-8", newline="\n")
    os.replace(unfinished, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
