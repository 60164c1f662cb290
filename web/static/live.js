// Keeps the page as the table stands: over a stream of events, and by asking every two seconds where there is none. A
// hidden page closes its stream. In the workbench, which holds one stream for all its frames, its page says when to ask.
"use strict";
globalThis.Live = (() => {
  const body = document.body, data = body.dataset, main = document.getElementById("live");
  const framed = "framed" in data;
  const ASK = 2000, AGAIN = 10000;
  let source = null, asking = 0, again = 0, tag = data.tag, clock = null, ends = 0, told = 0, promised = "";

  function show(piece) {
    if (piece.jump) return location.replace(piece.jump);
    if (piece.tag !== tag) {
      const before = question(), at = scrollY, carry = globalThis.Carry?.from(main);
      tag = piece.tag;
      morph(main, piece.html);
      const { kept = [], lost = false } = carry ? carry() : {};
      globalThis.Forms?.refresh();
      if (question() !== before) {
        hush();
        if (!document.querySelector(".held")) scrollTo(0, kept.includes(question()) ? at : 0);
      }
      if (lost) Forms.slip(data.changed, data.changedNow);
      contribute().catch(() => {});
    }
    clock = piece.clock;
    ends = clock ? performance.now() + clock.left * 1000 : 0;
    told = told && clock ? told : 99;
    tick();
  }

  // What the page is about: a new one is read from its top.
  const question = () => main.firstElementChild?.dataset.main;

  // What was refused stands until something is done about it, or is asked that it was not about.
  function hush() {
    const slip = document.querySelector(".slip[role=alert]");
    if (slip) slip.hidden = true;
  }

  function tick() {
    const bar = document.getElementById("clock");
    if (!bar) return;
    bar.hidden = !clock;
    if (!clock) return;
    const left = clock.stands ? clock.left : Math.max(0, (ends - performance.now()) / 1000);
    bar.firstElementChild.style.width = `${Math.min(100, (100 * left) / clock.seconds)}%`;
    for (const mark of [30, 10])
      if (left <= mark && told > mark && clock.seconds > mark) {
        told = mark;
        document.getElementById("said").textContent = data.soon.replace("{n}", mark);
      }
  }

  function gone() {
    globalThis.Hold?.close();
    stop();
    forget();
    location.replace(data.gone);
  }

  async function ask() {
    try {
      const response = await fetch(`${data.state}?tag=${tag}`, { headers: { "X-Requested-With": "fetch" }, cache: "no-store" });
      globalThis.Pulse?.back();
      if (response.status === 403) return gone();
      if (response.status === 200) show(await response.json());
    } catch {
      globalThis.Hold?.close(); // no table, no secrets
    }
  }

  function poll(on) {
    clearInterval(asking);
    asking = on ? setInterval(ask, ASK) : 0;
  }

  function start() {
    if (document.hidden || source) return;
    if (framed) return void ask();
    if (!data.stream) return poll(true);
    source = new EventSource(data.stream);
    source.addEventListener("page", (event) => show(JSON.parse(event.data)));
    source.addEventListener("gone", gone);
    source.onopen = () => {
      poll(false);
      Pulse.back();
    };
    source.onerror = () => {
      Hold.close();
      poll(true);
      if (source && source.readyState === EventSource.CLOSED) {
        source = null;
        again = setTimeout(start, AGAIN);
      }
    };
  }

  function stop() {
    clearTimeout(again);
    poll(false);
    source?.close();
    source = null;
  }

  // After something was sent: the stream brings what follows, and without one it is asked for.
  function news() {
    if (!source || source.readyState !== EventSource.OPEN) ask();
  }

  // To the draws of the next match, as soon as the table has promised something: it then draws from both. Without
  // this phone's part, where it cannot be sent, the table draws all the same.
  async function contribute() {
    const promise = main.querySelector("[data-promise]")?.dataset.promise;
    if (!data.contribute || !promise || promise === promised) return;
    promised = promise;
    const kept = `contribution ${promise}`;
    if (localStorage.getItem(kept)) return;
    const hex = [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, "0")).join("");
    const reply = await post(data.contribute, { text: hex });
    if (reply.ok) localStorage.setItem(kept, hex);
  }

  // A phone that leaves the table looks for nothing of its own in the draws.
  function forget() {
    for (const name of Object.keys(localStorage)) if (name.startsWith("contribution ")) localStorage.removeItem(name);
  }

  document.addEventListener("input", hush);
  // What somebody opens is to be seen; what stands open in a piece that has just come moves nothing.
  document.addEventListener("click", (event) => {
    const fold = event.target.closest?.("summary")?.parentElement;
    if (fold && !fold.open) requestAnimationFrame(() => fold.scrollIntoView({ block: "nearest" }));
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  addEventListener("pagehide", stop);
  addEventListener("pageshow", start);
  for (const name of ["online", "table-back"])
    addEventListener(name, () => {
      stop();
      start();
      ask();
    });
  addEventListener("message", (event) => {
    if (framed && event.origin === location.origin && event.source === parent && event.data === "news") ask();
  });
  addEventListener("DOMContentLoaded", () => {
    setInterval(tick, 250);
    start();
    ask();
    contribute().catch(() => {});
  });
  return { forget, news };
})();
