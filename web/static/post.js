// Sends something to the table and gives back what it says: {ok} or {ok: false, why, now}.
"use strict";
globalThis.post = (() => {
  const meta = document.querySelector("meta[name=csrf-token]");

  async function once(address, body) {
    const headers = { "X-CSRFToken": meta.content, "X-Requested-With": "fetch" };
    const response = await fetch(address, { method: "POST", headers, body, cache: "no-store" });
    if (!(response.headers.get("Content-Type") || "").startsWith("application/json")) throw new Error("no answer");
    return response.json();
  }

  // A table that was started anew knows this page's token no longer: get another, and try once more.
  return async (address, data = {}) => {
    const body = data instanceof URLSearchParams || data instanceof Blob ? data : new URLSearchParams(data);
    let reply = await once(address, body);
    if (reply.code === "csrf") {
      const fresh = await fetch("/csrf", { cache: "no-store" });
      meta.content = (await fresh.json()).token;
      reply = await once(address, body);
    }
    return reply;
  };
})();
