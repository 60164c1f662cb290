// Forms of the page: rows, steppers, orders, plans; the words of the button; sending without leaving the page.
"use strict";
globalThis.Forms = (() => {
  const all = (root, what) => [...root.querySelectorAll(what)];
  const button = (form) => document.querySelector(`button[form="${form.id}"][data-go]`);
  const parts = (form) => all(form, "fieldset.part");
  // A game may show all its fields at once: those that what is chosen makes meaningless are hidden, and sent as they are.
  const whole = (form) => form.hasAttribute("data-whole");
  const shown = (form) => parts(form).filter((p) => !p.closest("[hidden]"));
  const total = (part) => all(part, "input[type=number]").reduce((sum, i) => sum + (+i.value || 0), 0);

  // What a part lacks: 0 for nothing, a number to be made up, or -1 for a choice (also: too much).
  function lacks(part) {
    const { widget, least, most } = part.dataset;
    const picked = all(part, "input:checked");
    switch (widget) {
      case "one":
      case "yes_no":
        return picked.length ? 0 : -1;
      case "some":
        return picked.length < +least ? +least - picked.length : picked.length > +most ? -2 : 0;
      case "share":
        return total(part) < +least ? +least - total(part) : total(part) > +most ? -2 : 0;
      case "text": {
        const input = part.querySelector("input");
        return input.value.trim() || input.dataset.else ? 0 : -1;
      }
      case "pick":
        return part.querySelector("select").value ? 0 : -1;
      default:
        return 0;
    }
  }

  function said(part) {
    const picked = all(part, "input:checked");
    switch (part.dataset.widget) {
      case "some":
        return String(picked.length);
      case "number":
        return part.querySelector("input").value;
      case "share":
        return String(total(part));
      case "text":
        return part.querySelector("input").value.trim();
      case "assign": // how many slots have something, never what
        return `${picked.filter((i) => i.value).length}/${all(part, "fieldset").length}`;
      default:
        return picked.map((i) => i.dataset.words || "").join(" ");
    }
  }

  function label(form) {
    const b = button(form);
    if (!b) return;
    const steps = parts(form);
    const at = (whole(form) ? shown(form).find((p) => lacks(p)) : steps.find((p) => !p.hidden)) || form;
    const last = whole(form) || !steps.length || at === steps[steps.length - 1];
    const hides = at === form ? form.hasAttribute("data-looking") : at.hasAttribute("data-private") && at.querySelector("[data-faces]");
    const missing = hides && !form.dataset.seen && b.dataset.unseen ? -3 : at === form ? 0 : lacks(at);
    b.classList.toggle("off", missing !== 0);
    b.setAttribute("aria-disabled", missing !== 0);
    const number = b.dataset.missings || "";
    let words = last ? b.dataset.go : b.dataset.next;
    if (missing === -1) words = b.dataset.choose;
    else if (missing === -2) words = b.dataset.over;
    else if (missing === -3) words = b.dataset.unseen;
    else if (missing === 1) words = b.dataset.missing;
    else if (missing > 1) words = number.replace("9", missing);
    const sure = all(form, ":scope > input[data-words]").map((i) => i.dataset.words); // whom it goes to, where there is but one
    const choice = sure.concat((whole(form) ? shown(form).filter((p) => !p.hasAttribute("data-mute")) : steps).map(said)).filter(Boolean).join(" · ");
    const text = words.replace("{choice}", choice).trim();
    if (b.textContent !== text) b.textContent = text;
    const back = document.querySelector(`[data-back="${form.id}"]`);
    if (back) back.hidden = whole(form) || !steps.length || at === steps[0];
  }

  function pips(part) {
    for (const box of all(part, "[data-pips]")) {
      const input = box.parentElement.querySelector("input[type=number]");
      const most = +box.dataset.pips;
      while (box.children.length < most) box.append(document.createElement("i"));
      [...box.children].forEach((pip, i) => pip.classList.toggle("e", i >= +input.value));
    }
  }

  const rivals = () => all(document, ".screen button[data-go]").filter((b) => b.form && !b.closest("details"));
  const blank = (i) => !i.checked && (i.type !== "number" || i.value === i.defaultValue);
  const idle = (b) => b.classList.contains("off") && [...b.form.elements].every(blank);

  // One button of the page is filled: that of the form that is being filled in. While nothing is, what happens then,
  // where that has a button, or the first form's.
  function lead() {
    const buttons = rivals(), first = buttons.find((b) => b.hasAttribute("data-first"));
    if (!first && !document.querySelector(".screen .outright")) return;
    const touched = (b) => (idle(b) ? 0 : +b.form.dataset.touched || 0);
    const last = Math.max(...buttons.map(touched)), otherwise = buttons.find((b) => b.hasAttribute("data-default"));
    const filled = (last && buttons.find((b) => touched(b) === last)) || ((!first || idle(first)) && otherwise) || first;
    for (const b of buttons) {
      b.classList.toggle("go", b === filled);
      b.classList.toggle("line", b !== filled);
    }
    for (const b of buttons) b.hidden = b !== filled && idle(b); // none is dead beside another
  }

  let turn = 0;
  function touch(form) {
    form.dataset.touched = ++turn;
    shape(form);
  }

  // data-when="NAME VALUE VALUE|NAME VALUE": only while one of these fields has one of its values.
  function when(form) {
    const now = new FormData(form);
    const holds = ([name, ...values]) => values.includes(now.get(name));
    for (const box of all(form, "[data-when]")) box.hidden = !box.dataset.when.split("|").some((one) => holds(one.split(" ")));
  }

  function shape(form) {
    dress(form);
    lead();
  }

  function dress(form) {
    const steps = parts(form);
    if (whole(form)) when(form);
    else if (steps.length > 1 && steps.every((p) => !p.hidden)) steps.forEach((p, i) => (p.hidden = i > 0));
    for (const [i, part] of steps.entries()) {
      const { widget, most } = part.dataset;
      const before = part.querySelector("[data-so-far]"); // a step says what has been chosen before it
      if (before) before.textContent = steps.slice(0, i).map(said).filter(Boolean).join(" · ");
      pips(part);
      for (const row of all(part, ".row, .tile, .cover, .chip")) {
        const input = row.querySelector(":scope > input");
        if (input) row.classList.toggle("on", input.checked);
      }
      if (widget === "number" || widget === "share")
        for (const input of all(part, "input[type=number]")) {
          const full = widget === "share" && !part.hasAttribute("data-private") && total(part) >= +most;
          for (const step of all(input.closest(".row, .number"), "[data-by]"))
            step.classList.toggle("off", +step.dataset.by < 0 ? +input.value <= +input.min : +input.value >= +input.max || full);
        }
      if (widget === "order") {
        const rows = all(part, "li");
        rows.forEach((row, i) => {
          row.querySelector(".num").textContent = i < +most ? i + 1 : "";
          row.classList.toggle("not", i >= +most);
          row.querySelector("[data-move='-1']").classList.toggle("off", i === 0);
          row.querySelector("[data-move='1']").classList.toggle("off", i === rows.length - 1);
        });
      }
      if (widget === "assign") {
        const taken = new Set(all(part, "input:checked").map((i) => i.value).filter((v) => v.startsWith("#")));
        for (const i of all(part, "input")) i.closest(".chip").classList.toggle("taken", !i.checked && taken.has(i.value));
        for (const slot of all(part, ".slot")) {
          const laid = slot.querySelector("input:checked");
          slot.querySelector("[data-laid]").textContent = laid.dataset.words;
          slot.classList.toggle("filled", laid.value !== "");
        }
      }
      const left = part.querySelector(".left");
      if (left) left.textContent = `${part.querySelector("input").value.length} / ${part.querySelector("input").maxLength}`;
    }
    label(form);
  }

  function refresh() {
    all(document, "form.ask").forEach(dress);
    lead();
    if (unsure && !unsure[0].isConnected) document.getElementById("sure").close(); // the question is gone
  }

  let gone = 0;
  function slip(why, now, good = false) {
    const box = document.getElementById("slip");
    clearTimeout(gone);
    if (!box) return;
    box.classList.toggle("good", good);
    if (good && why) gone = setTimeout(slip, 2500);
    box.querySelector("b").textContent = why || "";
    box.querySelector("span").textContent = now || "";
    box.hidden = !why;
  }

  const lost = () => (globalThis.Pulse ? Pulse.lost() : slip(document.body.dataset.lost, document.body.dataset.lostNow));

  // One form at a time, each press once: a second press while the first is under way is the same press.
  async function send(form, extra, sure) {
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    const among = rivals().some((b) => b.form === form);
    const data = new URLSearchParams(new FormData(form));
    for (const input of all(form, "[data-else]")) if (!input.value.trim()) data.set(input.name, input.dataset.else);
    if (extra && extra.name) data.set(extra.name, extra.value);
    if (sure) data.set("sure", "1");
    try {
      const reply = await post(form.action, data);
      if (reply.ok) {
        taken(form, among);
        slip(form.dataset.sent, "", true);
        if (form.dataset.away) {
          Live.forget();
          location.href = form.dataset.away;
        }
      } else if (reply.sure) confirm(form, extra, reply);
      else slip(reply.why, reply.now);
      if (!reply.ok) {
        Carry.back(form, document);
        refresh();
      }
      if (globalThis.Live) Live.news();
    } catch {
      lost();
    } finally {
      delete form.dataset.busy;
      form.closest("details.change")?.removeAttribute("open");
    }
  }

  function turnTo(form, from, to) {
    from.hidden = true;
    to.hidden = false;
    shape(form);
    to.scrollIntoView({ block: "nearest" });
  }

  // What has been sent is filled in no longer, nor is what stood to be sent in its place.
  function taken(form, among) {
    delete form.dataset.touched;
    for (const other of among ? rivals().map((b) => b.form) : [])
      if (other.dataset.touched) {
        delete other.dataset.touched;
        other.reset();
        for (const part of whole(other) ? [] : parts(other)) part.hidden = false; // from the first step
        shape(other);
      }
  }

  // A press is for what the button said when the finger came down, and a second tap of the same finger is the same press.
  let pressed = null;
  document.addEventListener("pointerdown", (event) => (pressed = event.target.closest?.("button[form]")?.getAttribute("form")));
  document.addEventListener("click", (event) => {
    const now = event.target.closest?.("button[form]")?.getAttribute("form");
    if (now && event.detail && (event.detail > 1 || (pressed && pressed !== now))) event.preventDefault();
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.classList.contains("ask")) return;
    event.preventDefault();
    const steps = parts(form);
    const at = whole(form) ? shown(form).find((p) => lacks(p)) : steps.find((p) => !p.hidden);
    if (button(form)?.classList.contains("off")) return label(form);
    if (at && lacks(at) !== 0) return label(form);
    const next = !whole(form) && at && steps[steps.indexOf(at) + 1];
    if (next) return turnTo(form, at, next);
    if (event.submitter?.dataset.grave || form.dataset.grave) return confirm(form, event.submitter);
    send(form, event.submitter);
  });

  // What cannot be taken back is asked on a sheet of its own, whose way back lies where the finger is.
  let unsure = null;
  // `asked`: by the table, of what was sent.
  function confirm(form, own, asked) {
    const sheet = document.getElementById("sure");
    unsure = [form, own, Boolean(asked)];
    sheet.querySelector("h2").textContent = asked?.why || own?.dataset.grave || form.dataset.grave;
    sheet.querySelector("p").textContent = asked?.now || own?.dataset.tells || form.dataset.tells || "";
    sheet.querySelector("[data-sure=yes]").textContent = own?.dataset.yes || form.dataset.yes || own?.textContent.trim() || button(form).textContent;
    sheet.showModal();
    sheet.querySelector("[data-sure=no]").focus();
  }

  document.getElementById("sure")?.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-sure]");
    if (!pressed) return;
    document.getElementById("sure").close();
    if (pressed.dataset.sure === "yes" && unsure[0].isConnected) send(...unsure);
  });

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form || !form.classList.contains("ask")) return;
    const { value } = event.target;
    if (event.target.closest(".assign") && value.startsWith("#"))
      for (const other of all(event.target.closest(".assign"), "input:checked"))
        if (other !== event.target && other.value === value)
          other.closest(".chips").querySelector(".blank input").checked = true;
    if (form.hasAttribute("data-at-once")) return form.requestSubmit();
    touch(form);
  });

  function step(by) {
    const input = by.closest(".row, .number").querySelector("input[type=number]");
    const value = Math.min(+input.max, Math.max(+input.min, (+input.value || 0) + +by.dataset.by));
    if (by.classList.contains("off") || String(value) === input.value) return;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  let repeat = 0;
  const still = () => clearInterval(repeat);
  document.addEventListener("pointerdown", (event) => {
    const by = event.target.closest?.("[data-by]");
    still();
    if (by) repeat = setInterval(() => (by.isConnected ? step(by) : still()), 260);
  });
  for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, still);

  // A finger that has chosen is led on: to the next step, which leads back; to the next place that is empty. The arrows
  // of a keyboard only look around.
  function leadOn(input) {
    const { form } = input, part = input.closest(".part"), slot = input.closest(".slot");
    const after = (list, one) => list.slice(list.indexOf(one) + 1);
    if (slot) {
      const empty = after(all(part, ".slot"), slot).find((s) => !s.querySelector("input:checked").value);
      if (empty) empty.open = !(slot.open = false);
    } else if (!whole(form)) {
      const [step] = after(parts(form), part);
      if (step) turnTo(form, part, step);
    }
  }

  document.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest(".assign")) return event.preventDefault(); // meant for what lay there before
    if (event.detail && event.target.matches(".slot input, .part[data-widget=one] .row input")) return leadOn(event.target);
    const by = event.target.closest("[data-by]");
    if (by) return step(by);
    const move = event.target.closest("[data-move]");
    if (move && !move.classList.contains("off")) {
      const row = move.closest("li");
      if (move.dataset.move === "-1") row.previousElementSibling?.before(row);
      else row.nextElementSibling?.after(row);
      touch(row.closest("form"));
      move.focus();
    }
    const put = event.target.closest("[data-put]");
    if (put) {
      const input = put.closest(".text").querySelector("input");
      input.value = put.dataset.put;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const back = event.target.closest("[data-back]");
    if (back) {
      const form = document.getElementById(back.dataset.back);
      const steps = parts(form);
      const at = steps.findIndex((p) => !p.hidden);
      if (at > 0) turnTo(form, steps[at], steps[at - 1]);
    }
  });

  addEventListener("DOMContentLoaded", refresh);
  addEventListener("pageshow", refresh);
  // What this form hides has been looked at: the faces of its covered cards, or what the question is about.
  function seen(form) {
    form.dataset.seen = "1";
    shape(form);
  }

  return { refresh, seen, send, slip, lost };
})();
