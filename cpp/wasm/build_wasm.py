"""Build a WebAssembly module of the core. Needs the ziglang wheel only.

usage: build_wasm.py OUT.wasm --include DIR [--cache DIR] [--small] [--define NAME] SOURCE...

Paths are relative to the root of the repository.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMPILE = [
    *("-target", "wasm32-wasi", "-std=c++20", "-g0", "-fno-exceptions", "-fno-rtti", "-fno-sanitize=all"),
    *("-fno-stack-protector", "-fvisibility=hidden", "-fvisibility-global-new-delete=force-hidden"),
    *("-mbulk-memory", "-msimd128", "-mno-mutable-globals", "-Wall", "-Wextra"),
]
# Where the search spends its time, and perft. Everything else is compiled for size: a browser fetches it first of all.
QUICK = {"position", "move", "movegen", "game", "table", "evaluation", "network", "search", "perft"}
LINK = ["--no-entry", "--export-dynamic", "--strip-all", "--gc-sections", "--stack-first", "-z", "stack-size=262144"]


def build(
    out: Path,
    include: str,
    sources: list[str],
    cache: Path | None = None,
    *,
    small: bool = False,
    define: str | None = None,
) -> None:
    """Compile each source with -c (headers only: no libc++ is built) and link with wasm-ld."""
    with tempfile.TemporaryDirectory() as tmp:
        folder = str(cache or Path(tmp, "cache"))
        environment = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder}

        def zig(*args: str) -> None:
            # Relative names and cwd=ROOT: no machine path can reach the output.
            subprocess.run([sys.executable, "-m", "ziglang", *args], check=True, cwd=ROOT, env=environment)

        def compile_one(source: str) -> str:
            made = str(Path(tmp, source.replace("/", "_") + ".o"))
            quick = not small and source.startswith("cpp/src/") and Path(source).stem in QUICK
            extra = ["-O3" if quick else "-Os", *(["-fno-builtin"] if source.endswith("/runtime.cpp") else [])]
            extra += [f"-D{define}"] if define else []
            zig("c++", *COMPILE, *extra, f"-I{include}", "-c", source, "-o", made)
            return made

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(compile_one, sources))
        linked = Path(tmp, "out.wasm")
        zig("wasm-ld", *LINK, *objects, "-o", str(linked))
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(linked.read_bytes())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--include", required=True)
    parser.add_argument("--cache", type=Path, help="kept between builds: unchanged sources are not compiled again")
    parser.add_argument("--small", action="store_true", help="compile all sources for size")
    parser.add_argument("--define", metavar="NAME", help="a macro for all sources")
    parser.add_argument("sources", nargs="+")
    args = parser.parse_args()
    try:
        cache = args.cache and args.cache.resolve()
        build(args.out.resolve(), args.include, args.sources, cache, small=args.small, define=args.define)
    except subprocess.CalledProcessError as error:
        return int(error.returncode)  # the compiler has said why
    return 0


if __name__ == "__main__":
    sys.exit(main())
