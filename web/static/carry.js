// What somebody has filled in passes from a form to the one that takes its place: the same question, put anew because
// something else at the table has changed. Only what is offered there in the same words; a covered card never, for
// another may lie in its place.
"use strict";
globalThis.Carry = (() => {
  const all = (root, what) => [...root.querySelectorAll(what)];
  // All that a node says, but for what is noted beside it.
  function said(node) {
    if (node.nodeType !== 1) return node.data;
    return node.matches(".note") ? "" : [...node.childNodes].map(said).join(" ");
  }

  const words = (node) => (node ? said(node).replace(/\s+/g, " ").trim() : "");
  const hidden = (form, name) => form.querySelector(`:scope > input[name=${name}]`)?.value;
  // Which question it is, whatever its number: there is one of a kind.
  const named = (form) => `${hidden(form, "match")} ${hidden(form, "kind")}`;
  const forms = (root) => new Map(all(root, "form.ask").filter((f) => hidden(f, "kind")).map((f) => [named(f), f]));
  const ticked = (input) => input.type === "radio" || input.type === "checkbox";

  function entered(input) {
    if (!input.name || input.type === "hidden") return false;
    if (ticked(input)) return input.checked !== input.defaultChecked && (input.checked || input.type !== "radio");
    if (input.nodeName === "SELECT") return input.selectedIndex !== Math.max(0, [...input.options].findIndex((o) => o.defaultSelected));
    return input.value !== input.defaultValue;
  }

  function twin(input, form) {
    const like = [...form.elements].filter((one) => one.name === input.name && one.type === input.type);
    if (!input.name) return form.elements[[...input.form.elements].indexOf(input)]; // the keys of a stepper
    if (!ticked(input)) return like[0];
    if (input.value.startsWith("#")) return null;
    return like.find((one) => one.value === input.value && words(one.closest("label")) === words(input.closest("label")));
  }

  // One input; gives back whether it could.
  function put(input, other) {
    if (!other) return false;
    if (ticked(input)) other.checked = input.checked;
    else if (input.nodeName === "SELECT") other.value = [...other.options].find((o) => o.value === input.value && words(o) === words(input.selectedOptions[0]))?.value ?? "";
    else if (input.type !== "number" || (+input.value >= +other.min && +input.value <= +other.max)) other.value = input.value.slice(0, other.maxLength < 0 ? undefined : other.maxLength);
    return ticked(input) || other.value === input.value;
  }

  function order(was, now) {
    const values = (list) => all(list, "input").map((input) => input.value);
    const places = values(was);
    if (places.some((value) => value.startsWith("#")) || [...places].sort().join() !== values(now).sort().join()) return;
    for (const value of places) now.append(all(now, "li").find((li) => li.querySelector("input").value === value));
  }

  // From one form to the other; gives back whether all of it could pass.
  function fill(was, now) {
    const done = [...was.elements].filter(entered).map((input) => put(input, twin(input, now)));
    const lists = all(now, "ol.order"), parts = all(now, "fieldset.part"), steps = all(was, "fieldset.part");
    if (lists.length) all(was, "ol.order").forEach((list, i) => lists[i] && order(list, lists[i]));
    const folds = all(now, "details");
    all(was, "details").forEach((fold, i) => folds[i] && (folds[i].open = fold.open));
    now.dataset.touched = was.dataset.touched;
    const whole = done.every(Boolean);
    if (whole && steps.length === parts.length) parts.forEach((part, i) => (part.hidden = steps[i].hidden)); // the step it was at
    return whole;
  }

  function look(input, other) {
    if (!other) return;
    other.focus({ preventScroll: true });
    if (other.type === "text") other.setSelectionRange(input.selectionStart, input.selectionEnd);
  }

  // Call it before the page changes, and what it gives back after: that says which forms have been filled in again, by
  // their keys, and whether something had to be left out. A form that is under way is not: whoever sends it knows more.
  function from(root) {
    const before = forms(root), focus = document.activeElement;
    const caret = focus?.form && before.get(named(focus.form)) === focus.form ? focus : null;
    return () => {
      const kept = [];
      let lost = false;
      for (const [name, now] of forms(root)) {
        const was = before.get(name);
        if (!was || was === now || !was.dataset.touched || was.dataset.busy) continue;
        if (!fill(was, now)) lost = true;
        kept.push(now.dataset.key);
        if (caret?.form === was) look(caret, twin(caret, now));
      }
      return { kept, lost };
    };
  }

  // A form that was sent and refused, when another has taken its place meanwhile.
  function back(was, root) {
    const now = !was.isConnected && was.dataset.touched && forms(root).get(named(was));
    if (now) fill(was, now);
  }

  return { from, back };
})();
