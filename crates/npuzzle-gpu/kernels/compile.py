"""Compiles the kernels ahead, with the compiler for run time that is on PyPI (`nvidia-cuda-nvrtc-cu12`).

`cargo xtask kernels` runs this. Arguments: none. It writes machine code for two generations of
cards, text that the driver compiles for all others, and a report with the fingerprints of the
sources and of what was made of them, which a test compares.
"""

import ctypes
import pathlib
import re
import sys

import nvidia.cuda_nvrtc

HERE = pathlib.Path(__file__).parent
OUT = HERE / "compiled"
#: The kernels as one unit, and what it includes.
UNIT = "kernels.cu"
#: What is compiled, for which cards.
TARGETS = {"sm_90.cubin": "sm_90", "sm_80.cubin": "sm_80", "compute_80.ptx": "compute_80"}


def library() -> ctypes.CDLL:
    folder = pathlib.Path(next(iter(nvidia.cuda_nvrtc.__path__))) / "lib"
    ctypes.CDLL(str(next(folder.glob("libnvrtc-builtins.so*"))), mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(str(next(folder.glob("libnvrtc.so*"))))


def sources(name: str = UNIT) -> list[str]:
    """The files of the unit, in the order in which they are included."""
    found = [name]
    for line in (HERE / name).read_text().splitlines():
        if match := re.fullmatch(r'#include "(.*)"', line):
            found += [file for file in sources(match.group(1)) if file not in found]
    return found


def joined(name: str = UNIT) -> str:
    """The unit with what it includes in place."""
    include = re.compile(r'^#include "(.*)"$', re.MULTILINE)
    return include.sub(lambda match: joined(match.group(1)), (HERE / name).read_text())


def fingerprint(files: dict[str, bytes]) -> str:
    """The 64-bit hash of Fowler, Noll and Vo over files, sorted by name."""
    value = 0xCBF29CE484222325
    for name, content in sorted(files.items()):
        for byte in name.encode() + b"\0" + content:
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def compiled(nvrtc: ctypes.CDLL, text: str, target: str) -> tuple[bytes, str]:
    """What the compiler makes of a text for a target, and what it says."""

    def ask(function: str) -> bytes:
        size = ctypes.c_size_t()
        check(getattr(nvrtc, f"nvrtcGet{function}Size")(program, ctypes.byref(size)))
        buffer = ctypes.create_string_buffer(size.value)
        check(getattr(nvrtc, f"nvrtcGet{function}")(program, buffer))
        return buffer.raw

    def check(code: int) -> None:
        if code:
            sys.exit(f"NVRTC: error {code}")

    program = ctypes.c_void_p()
    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), UNIT.encode(), 0, None, None))
    options = [f"--gpu-architecture={target}".encode(), b"--std=c++17", b"--ptxas-options=-v"]
    failed = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
    said = ask("ProgramLog").rstrip(b"\0").decode()
    if failed:
        sys.exit(said)
    return ask("CUBIN" if target.startswith("sm_") else "PTX"), said


def resources(said: str) -> list[str]:
    """A line for each kernel: its registers and what it spills."""
    lines = []
    kernels = re.split(r"Compiling entry function '(\w+)'", said)[1:]
    for name, text in zip(kernels[::2], kernels[1::2]):
        stack, stored, loaded = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes", text).groups()
        registers = re.search(r"Used (\d+) registers", text).group(1)
        lines.append(f"{name}: {registers} registers, {stack} bytes of stack, {stored} stored, {loaded} loaded")
    return sorted(lines)


def main() -> None:
    nvrtc, text = library(), joined()
    OUT.mkdir(exist_ok=True)
    report = [f"sources {fingerprint({file: (HERE / file).read_bytes() for file in sources()})}"]
    kernels = []
    for file, target in TARGETS.items():
        code, said = compiled(nvrtc, text, target)
        (OUT / file).write_bytes(code)
        report.append(f"{file} {fingerprint({file: code})}")
        kernels += [f"{target} {line}" for line in resources(said)]
    report += kernels
    (OUT / "report.txt").write_text("\n".join(report) + "\n")
    print("\n".join(report))


main()
