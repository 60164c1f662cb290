// Whether the table is there. A stream that has gone silent looks like a quiet table, so every page asks for a sign of
// life; after five seconds without one a band says so, and goes with the first that comes. Others hear "table-back".
"use strict";
globalThis.Pulse = (() => {
  const EVERY = 2500, AGAIN = 1000, LIMIT = 4000, SILENT = 5000;
  const band = document.getElementById("lost");
  let heard = performance.now(), next = 0, asking = false;

  function back() {
    heard = performance.now();
    if (band.hidden) return;
    band.hidden = true;
    dispatchEvent(new Event("table-back"));
  }

  function lost() {
    band.hidden = false;
    plan(AGAIN);
  }

  async function ask() {
    if (asking) return;
    asking = true;
    const late = new AbortController(), limit = setTimeout(() => late.abort(), LIMIT);
    try {
      await fetch(band.dataset.alive, { cache: "no-store", signal: late.signal });
      back();
    } catch {
      if (performance.now() - heard >= SILENT) band.hidden = false;
    } finally {
      clearTimeout(limit);
      asking = false;
      if (!document.hidden) plan(performance.now() - heard < EVERY ? EVERY : AGAIN);
    }
  }

  function plan(wait) {
    clearTimeout(next);
    next = setTimeout(ask, wait);
  }

  // A page that wakes up has heard nothing while it slept: that is no news.
  function wake() {
    clearTimeout(next);
    if (document.hidden) return;
    heard = performance.now();
    ask();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  return { back, lost };
})();
