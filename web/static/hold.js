// The covered card. Its words are fetched while a finger (or the space key) holds it and leave the page with it. With a
// screen reader or a switch, one press opens it for five seconds.
"use strict";
globalThis.Hold = (() => {
  const LONGEST = 10000, ONCE = 5000;
  let card = null, timer = 0, turn = 0;

  function covers(faces, signs = {}) {
    for (const box of document.querySelectorAll("[data-faces]")) {
      const words = faces[box.dataset.faces];
      const slots = box.querySelectorAll(":scope i[data-own]");
      slots.forEach((slot, i) => {
        const input = slot.closest("label, li").querySelector("input");
        const at = input && input.value.startsWith("#") ? +input.value.slice(1) : i;
        slot.textContent = words ? words[at] || "" : "";
        if (words && box.matches(".covers")) slot.insertAdjacentHTML("afterbegin", signs[box.dataset.faces]?.[at] || "");
      });
      box.classList.toggle("open", Boolean(words));
      if (words) Forms.seen(box.closest("form"));
    }
  }

  // What has been chosen of covered cards and not sent yet: the held card may reckon with it.
  function entered() {
    const form = card.id === "hold" && document.querySelector("[data-faces]")?.closest("form");
    return form ? new URLSearchParams(new FormData(form)) : {};
  }

  async function open(which, longest) {
    close();
    card = which;
    card.classList.add("held");
    timer = setTimeout(close, longest);
    const mine = ++turn;
    try {
      const reply = await post(card.dataset.src, entered());
      if (mine !== turn || !card) return;
      if (reply.why) {
        close();
        return Forms.slip(reply.why, reply.now);
      }
      const face = card.querySelector(".face");
      face.innerHTML = reply.html;
      // A long hand is written smaller rather than cut off.
      for (let size = 100; size >= 75 && face.parentElement.scrollHeight > face.parentElement.clientHeight; size -= 5) face.style.zoom = `${size}%`;
      covers(reply.faces, reply.signs);
      if (card.id === "hold") document.querySelectorAll("form[data-looking]").forEach((form) => Forms.seen(form));
    } catch {
      if (mine === turn) {
        close();
        Forms.lost();
      }
    }
  }

  function close() {
    if (!card) return;
    turn++;
    clearTimeout(timer);
    card.querySelector(".face").replaceChildren();
    card.querySelector(".face").style.zoom = "";
    covers({});
    card.classList.remove("held");
    card = null;
  }

  document.addEventListener("pointerdown", (event) => {
    if (card) return close(); // a second touch
    const which = event.target.closest?.(".secret");
    if (!which || event.button) return;
    event.preventDefault();
    try {
      which.setPointerCapture(event.pointerId);
    } catch {
      return; // the finger is gone already
    }
    open(which, LONGEST);
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) document.addEventListener(name, close);

  document.addEventListener("keydown", (event) => {
    const which = event.target.closest?.(".secret");
    if (!which || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    if (event.repeat) return;
    if (event.key === " ") open(which, LONGEST);
    else if (card) close();
    else open(which, ONCE);
  });
  document.addEventListener("keyup", (event) => event.key === " " && close());
  // A click that no finger made comes from a screen reader or a switch.
  document.addEventListener("click", (event) => {
    const which = event.target.closest?.(".secret");
    if (which && !event.detail && event.pointerType !== "touch" && !card) open(which, ONCE);
  });
  document.addEventListener("contextmenu", (event) => event.target.closest(".secret") && event.preventDefault());
  document.addEventListener("visibilitychange", close);
  for (const name of ["blur", "pagehide", "offline"]) addEventListener(name, close);
  return { close };
})();
