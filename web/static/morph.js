// Brings a piece of the page to what the table now says, touching only what differs. What is marked stays: a form whose
// question has not changed keeps what was entered, a card under a finger keeps the finger, an opened list stays open.
"use strict";
globalThis.morph = (() => {
  const key = (node) => (node.nodeType === 1 ? node.dataset.key || "" : "");
  const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && key(a) === key(b);

  const mine = { open: "DETAILS", checked: "INPUT" }; // what whoever holds the phone has opened and chosen

  function attributes(old, now) {
    for (const { name } of [...old.attributes])
      if (!now.hasAttribute(name) && !(name in mine && old.nodeName === mine[name])) old.removeAttribute(name);
    for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }

  // What was entered stays; which question it answers is the table's word.
  function which(old, now) {
    for (const input of old.querySelectorAll(":scope > input[type=hidden]"))
      input.value = now.querySelector(`:scope > input[type=hidden][name="${input.name}"]`)?.value ?? input.value;
  }

  function node(old, now) {
    if (old.nodeType !== 1) {
      if (old.data !== now.data) old.data = now.data;
    } else if (old.hasAttribute("data-own")) {
      if (old.id && !old.classList.contains("held") && old.id !== "slip" && old.id !== "clock") attributes(old, now);
    } else if (old.nodeName === "FORM" && key(old)) {
      which(old, now);
    } else {
      attributes(old, now);
      children(old, now);
    }
  }

  function children(old, now) {
    const kept = new Set([...now.childNodes].map(key).filter(Boolean));
    const stays = (child) => key(child) && kept.has(key(child));
    let at = old.firstChild;
    for (const wanted of [...now.childNodes]) {
      // What stands here and is not wanted later goes first: so nothing that stays has to move.
      while (at && !alike(at, wanted) && !stays(at)) at = drop(at);
      if (at && alike(at, wanted)) {
        node(at, wanted);
        at = at.nextSibling;
        continue;
      }
      const elsewhere = key(wanted) && [...old.childNodes].find((child) => alike(child, wanted));
      if (elsewhere) node(elsewhere, wanted);
      old.insertBefore(elsewhere || wanted.cloneNode(true), at);
    }
    while (at) at = drop(at);
  }

  function drop(child) {
    const next = child.nextSibling;
    child.remove();
    return next;
  }

  return (old, html) => {
    const now = document.createElement("template");
    now.innerHTML = html;
    children(old, now.content);
  };
})();
