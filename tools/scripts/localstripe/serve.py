"""localstripe on a free port of this machine alone, which it prints once it listens.

Its own command listens to the network and writes everything to one file in /tmp after each change, which several of
them share and which makes each call slower than the one before.
"""

import logging
import socket

from aiohttp import web
from localstripe import resources, server

resources.Store.dump_to_disk = lambda self: None
logging.disable(logging.CRITICAL)

listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen(512)
print(f"Listening on port {listener.getsockname()[1]}", flush=True)
web.run_app(server.app, sock=listener, print=None)
