// Recomputes the table's draws as companion/table/fair.py makes them. Pages on a local network have no crypto.subtle, so
// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) are written out. Bytes are Uint8Array, text is UTF-8, hexadecimal lower case.
"use strict";
globalThis.Fair = (() => {
  const K = Uint32Array.of(
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2);
  const START = Uint32Array.of(
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
  const SPAN = 2 ** 48;
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  const utf8 = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => {
    if (!/^([0-9a-f]{2})*$/i.test(text)) throw new RangeError("not hexadecimal");
    return Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  };

  function sha256(message) {
    const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
    padded.set(message);
    padded[message.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
    view.setUint32(padded.length - 4, message.length * 8);
    const state = START.slice(), w = new Uint32Array(64);
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((x, i) => { state[i] += x; });
    }
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((x, i) => out.setUint32(4 * i, x));
    return new Uint8Array(out.buffer);
  }

  function hmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = sha256(Uint8Array.of(...block.map((b) => b ^ 0x36), ...message));
    return sha256(Uint8Array.of(...block.map((b) => b ^ 0x5c), ...inner));
  }

  // What this phone adds: 32 bytes of its own. Keep it, to find it again in the opened books.
  const newContribution = () => hex(crypto.getRandomValues(new Uint8Array(32)));

  // What the board shows before anybody adds to it. seed: hexadecimal.
  const commit = (seed) => hex(sha256(unhex(seed)));

  // The key of a match's draws. contributions: {seat: hexadecimal}.
  function mix(seed, contributions) {
    const seats = Object.keys(contributions).sort((a, b) => a - b);
    const added = seats.map((seat) => `${seat}=${contributions[seat].toLowerCase()}`);
    return hmac(unhex(seed), utf8(["companion", ...added].join("|")));
  }

  // Draw number k of a match: one of n choices, 0 to n - 1.
  function chooseDraw(key, match, k, n) {
    if (!Number.isInteger(n) || n < 1 || n > SPAN) throw new RangeError(`cannot choose one of ${n}`);
    for (let i = 0; ; i++) {
      const x = hmac(key, utf8(`${match}|${k}|${i}`)).slice(0, 6).reduce((sum, b) => sum * 256 + b, 0);
      if (x < SPAN - (SPAN % n)) return x % n;
    }
  }

  // null where all of it holds, else {what: "commitment" | "contribution" | "order" | "choice", draw, expected}.
  // books: {seed, contributions}; promised: the commitment this phone was shown; draws: [{k, n, index}];
  // mine: {seat, contribution} where this phone added something.
  function verify(books, promised, match, draws, mine) {
    if (commit(books.seed) !== promised) return { what: "commitment" };
    if (mine && books.contributions[mine.seat] !== mine.contribution) return { what: "contribution" };
    const key = mix(books.seed, books.contributions);
    let last = -1;
    for (const draw of draws) {
      if (draw.k <= last) return { what: "order", draw };
      const expected = chooseDraw(key, match, draw.k, draw.n);
      if (draw.index !== expected) return { what: "choice", draw, expected };
      last = draw.k;
    }
    return null;
  }

  return Object.freeze({ chooseDraw, commit, hex, hmac, mix, newContribution, sha256, utf8, verify });
})();
