"""The pages of the table: join, seat, host, board, workbench."""

from web.app import create_app
from web.keeping import Keeper
from web.server import Server, serve

__all__ = ["Keeper", "Server", "create_app", "serve"]
