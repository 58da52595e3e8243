"""See ``tests.releases.dumps``."""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.releases.dumps import keep

if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        asyncio.run(keep(sys.argv[1], Path(folder)))
