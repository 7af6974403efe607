"""Load the best native module that this processor can run as `sumito._native`.

The same sources are built twice, for the x86-64 baseline and for x86-64-v3. Both files define `PyInit__native`, so
either can be loaded as `sumito._native`, with the same types, pickles and stubs. The environment variable
`SUMITO_NATIVE` forces `base` or `v3`, but never a build that the processor cannot run.
"""

import os
import sys
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder  # importing importlib.util would take 3 ms

from sumito._cpu import is_main_interpreter, x86_level

NAME = "sumito._native"
VARIABLE = "SUMITO_NATIVE"

_FILES = {"v3": "sumito._native_v3", "base": "sumito._native"}  # best first
_X86_LEVEL = {"v3": 3, "base": 0}


def choose(wish: str, level: int, built: frozenset[str]) -> str:
    """Return the key of the build to load.

    Raises:
        ImportError: `wish` is unknown, was not built, or needs a newer processor.
    """
    if wish not in ("", "auto", *_FILES):
        raise ImportError(f"{VARIABLE}={wish!r}: expected one of auto, {', '.join(_FILES)}")
    runnable = [key for key in _FILES if key in built and level >= _X86_LEVEL[key]]
    if wish in _FILES:
        if wish not in built:
            raise ImportError(f"{VARIABLE}={wish}: this build was not compiled for this platform")
        if wish not in runnable:
            raise ImportError(f"{VARIABLE}={wish}: this processor has x86-64 level {level}, {_X86_LEVEL[wish]} needed")
        return wish
    if not runnable:
        raise ImportError("no native module was built")
    return runnable[0]


def install() -> None:
    """Load the chosen file as `sumito._native`, once.

    Raises:
        ImportError: no build can be loaded, or this is a subinterpreter.
    """
    if NAME in sys.modules:
        return
    if not is_main_interpreter():
        # The types and shared moves of the module belong to one interpreter. A second one would replace them.
        raise ImportError("sumito runs in the main interpreter only, not in a subinterpreter: use threads or processes")
    package = sys.modules["sumito"]
    # This only looks for the files. It does not open them with dlopen.
    specs = {key: PathFinder.find_spec(name, package.__path__) for key, name in _FILES.items()}
    origins = {key: spec.origin for key, spec in specs.items() if spec and spec.origin}
    origin = origins[choose(os.environ.get(VARIABLE, ""), x86_level(), frozenset(origins))]
    loader = ExtensionFileLoader(NAME, origin)
    spec = ModuleSpec(NAME, loader, origin=origin)
    module = loader.create_module(spec)
    module.__spec__, module.__loader__, module.__package__, module.__file__ = spec, loader, "sumito", origin
    sys.modules[NAME] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[NAME]
        raise
    package._native = module  # type: ignore[attr-defined]
