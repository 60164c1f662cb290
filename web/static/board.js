// The board on a second screen: a new picture whenever there is one.
"use strict";
(() => {
  const { stream, state, picture } = document.body.dataset;
  const board = document.getElementById("board");
  let source = null, asking = 0, shown = "";

  function show(version) {
    if (version === shown || !board) return;
    shown = version;
    const next = new Image();
    next.onload = () => (board.src = next.src); // the old one stays until the new one is here
    next.src = `${picture}?v=${encodeURIComponent(version)}`;
  }

  const ask = () => fetch(state, { cache: "no-store" }).then((r) => r.json()).then((now) => show(now.html), () => {});

  function start() {
    if (document.hidden || source || !stream) return;
    source = new EventSource(stream);
    source.addEventListener("page", (event) => show(JSON.parse(event.data).html));
    source.onopen = () => clearInterval(asking);
    source.onerror = () => {
      clearInterval(asking);
      asking = setInterval(ask, 2000);
      if (source.readyState !== EventSource.CLOSED) return;
      source = null;
      setTimeout(start, 10000);
    };
  }

  function stop() {
    source?.close();
    source = null;
    clearInterval(asking);
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  addEventListener("pagehide", stop);
  addEventListener("table-back", () => (stop(), start(), ask()));
  document.getElementById("full").addEventListener("click", () => document.documentElement.requestFullscreen?.());
  start();
})();
