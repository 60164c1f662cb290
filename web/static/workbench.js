// The workbench: clicks become what a hand does to a device. It holds the one stream of this browser and tells the
// phones in its frames when there is news; they then ask for their own page.
"use strict";
(() => {
  const { stream, state, board } = document.body.dataset;
  const live = document.getElementById("live"), said = document.getElementById("said");
  const picture = document.getElementById("board");
  const OPEN = "open phones", FIRST = 2;
  let source = null, asking = 0, version = -1;

  const frames = () => [...document.querySelectorAll("iframe")].filter((frame) => frame.src);

  function show(piece) {
    if (piece.version === version) return;
    version = piece.version;
    morph(live, piece.html);
    for (const frame of frames()) frame.contentWindow.postMessage("news", location.origin);
    look();
  }

  // The board may move for a second after the news.
  let looks = 0;
  function look() {
    if (!picture) return;
    clearTimeout(looks);
    let left = 4;
    const again = () => {
      const next = new Image();
      next.onload = () => (picture.src = next.src);
      next.src = `${board}?v=${version}-${left}`;
      if (left--) looks = setTimeout(again, 400);
    };
    again();
  }

  const ask = () => fetch(state, { cache: "no-store" }).then((r) => r.json()).then(show, () => {});

  function start() {
    if (document.hidden || source) return;
    source = new EventSource(stream);
    source.addEventListener("page", (event) => show(JSON.parse(event.data)));
    source.onopen = () => clearInterval(asking);
    source.onerror = () => {
      clearInterval(asking);
      asking = setInterval(ask, 1000);
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

  function say(text) {
    said.textContent = text;
    said.hidden = !text;
  }

  document.addEventListener("click", async (event) => {
    const act = event.target.closest("[data-act]");
    if (!act) return;
    const data = { ...act.dataset };
    delete data.act;
    if (act.dataset.act === "tap") data.reader = document.querySelector("[name=reader]:checked").value;
    try {
      const reply = await post(`/workbench/do/${act.dataset.act}`, data);
      say(reply.ok ? "" : `${reply.why} ${reply.now}`);
    } catch {
      Pulse.lost();
    }
  });

  function phones(count) {
    document.querySelectorAll("figure").forEach((figure, i) => {
      const frame = figure.querySelector("iframe");
      figure.hidden = i >= count;
      if (i < count && !frame.src) frame.src = frame.dataset.src;
    });
    document.getElementById("more").hidden = count >= document.querySelectorAll("figure").length;
    localStorage.setItem(OPEN, count);
  }

  document.getElementById("more").addEventListener("click", () => phones(+localStorage.getItem(OPEN) + 1));
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  addEventListener("pagehide", stop);
  addEventListener("table-back", () => (stop(), start(), ask()));
  phones(+localStorage.getItem(OPEN) || FIRST);
  start();
})();
