"""The pages of the table: join, seat, host, board, workbench."""

from web.app import create_app
from web.server import Server, serve

__all__ = ["Server", "create_app", "serve"]
