// Sends a file in pieces as small as any form. What becomes of it, the table says with the last one.
"use strict";
document.addEventListener("change", async (event) => {
  const input = event.target;
  if (!input.dataset.upload || !input.files.length) return;
  const [file] = input.files, label = input.closest("label"), words = label.firstChild.textContent;
  const PIECE = 12 * 1024;
  input.disabled = true;
  try {
    for (let at = 0; at < Math.max(file.size, 1); at += PIECE) {
      const reply = await post(`${input.dataset.upload}?at=${at}&of=${file.size}`, file.slice(at, at + PIECE));
      if (!reply.ok) {
        Forms.slip(reply.why, reply.now);
        break;
      }
      label.firstChild.textContent = `${words} ${Math.floor((100 * Math.min(at + PIECE, file.size)) / file.size)} %`;
    }
    Live.news();
  } catch {
    Forms.lost();
  } finally {
    label.firstChild.textContent = words;
    input.value = "";
    input.disabled = false;
  }
});
