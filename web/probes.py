"""What phones ask as soon as they are on a Wi-Fi, to learn whether it leads anywhere. On the table's own hotspot every
name is the table: without the answers that they look for they leave it again, or use mobile data."""

from __future__ import annotations

from flask import Blueprint, Response

__all__ = ["PROBES", "pages"]

pages = Blueprint("probes", __name__)

APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
PROBES = {
    "/generate_204": "", "/gen_204": "",  # Android, ChromeOS: an empty answer, status 204
    "/hotspot-detect.html": APPLE, "/library/test/success.html": APPLE,
    "/connecttest.txt": "Microsoft Connect Test", "/ncsi.txt": "Microsoft NCSI",
    "/success.txt": "success\n",  # Firefox
    "/check_network_status.txt": "NetworkManager is online\n",
}  # fmt: skip


def _answer(path: str) -> Response:
    said = PROBES[path]
    kind = "text/html" if said == APPLE else "text/plain"
    return Response(said, 200 if said else 204, content_type=kind)


for _path in PROBES:
    pages.add_url_rule(_path, view_func=_answer, endpoint=_path.strip("/").replace(".", "-").replace("/", "-"),
                       defaults={"path": _path})  # fmt: skip
