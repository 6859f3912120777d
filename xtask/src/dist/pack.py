"""Archives and checksums of a release, with the standard library alone.

The same files make the same bytes: names are sorted, owners and times do not depend on the machine.
Every file gets its name when it is complete.

    pack.py pack FOLDER ARCHIVE SECONDS   a .tar.gz or .zip of a folder; SECONDS is the time of its files
    pack.py unpack ARCHIVE FOLDER         the other way round
    pack.py sums FOLDER FILE...           SHA256SUMS of these files of a folder
"""

import gzip
import hashlib
import os
import pathlib
import stat
import sys
import tarfile
import time
import zipfile

EXECUTABLE, PLAIN = 0o755, 0o644


def mode_of(path: pathlib.Path) -> int:
    return EXECUTABLE if path.stat().st_mode & stat.S_IXUSR else PLAIN


def files_in(folder: pathlib.Path) -> list[pathlib.Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def write_tar(folder: pathlib.Path, archive: pathlib.Path, seconds: int) -> None:
    with (
        archive.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=raw, mtime=seconds) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in files_in(folder):
            entry = tarfile.TarInfo(path.relative_to(folder.parent).as_posix())
            entry.size, entry.mode, entry.mtime = path.stat().st_size, mode_of(path), seconds
            with path.open("rb") as content:
                tar.addfile(entry, content)


def write_zip(folder: pathlib.Path, archive: pathlib.Path, seconds: int) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in files_in(folder):
            name = path.relative_to(folder.parent).as_posix()
            entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | mode_of(path)) << 16
            packed.writestr(entry, path.read_bytes())


def pack(folder: pathlib.Path, archive: pathlib.Path, seconds: int) -> None:
    unfinished = archive.with_name(f".{archive.name}.part")
    (write_zip if archive.suffix == ".zip" else write_tar)(folder, unfinished, seconds)
    os.replace(unfinished, archive)


def unpack(archive: pathlib.Path, folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(folder)
        return
    with tarfile.open(archive) as packed:
        # Old patch releases know no filters; the archive is one that was packed here.
        if hasattr(tarfile, "data_filter"):
            packed.extractall(folder, filter="data")
        else:
            packed.extractall(folder)


def write_sums(folder: pathlib.Path, names: list[str]) -> None:
    lines = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in sorted(names)]
    unfinished = folder / ".SHA256SUMS.part"
    unfinished.write_text("".join(lines), encoding="ascii", newline="\n")
    os.replace(unfinished, folder / "SHA256SUMS")


def main(command: str, first: str, *rest: str) -> None:
    if command == "pack":
        archive, seconds = rest
        pack(pathlib.Path(first), pathlib.Path(archive), int(seconds))
    elif command == "unpack":
        (folder,) = rest
        unpack(pathlib.Path(first), pathlib.Path(folder))
    elif command == "sums":
        write_sums(pathlib.Path(first), list(rest))
    else:
        sys.exit(f"pack.py: unknown command `{command}`")


if __name__ == "__main__":
    main(*sys.argv[1:])
