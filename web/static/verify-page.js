// Recomputes every draw of the match on this phone, and says what it finds.
"use strict";
(async () => {
  const { books, good, bad, commitment, contribution, order, mine, none } = document.body.dataset;
  const verdict = document.getElementById("verdict"), facts = document.getElementById("facts");
  const open = await (await fetch(books, { cache: "no-store" })).json();
  const draws = open.draws.map(([k, n, index]) => ({ k, n, index }));

  // What this phone added, if it did, under the promise that it was shown.
  const kept = localStorage.getItem(`contribution ${open.commitment}`);
  const seat = kept && Object.keys(open.contributions).find((s) => open.contributions[s] === kept);
  const own = kept ? { seat: seat ?? "", contribution: kept } : undefined;

  const fault = Fair.verify(open, open.commitment, open.match, draws, own);
  const words = { commitment, contribution, order, choice: bad };
  verdict.textContent = fault ? words[fault.what].replace("{n}", fault.draw ? fault.draw.k : "") : good.replace("{n}", draws.length);

  function fact(label, value) {
    const row = facts.appendChild(document.createElement("div"));
    row.className = "row";
    row.appendChild(document.createElement("small")).textContent = label;
    const code = row.appendChild(document.createElement("code"));
    code.textContent = value;
    return code;
  }
  // As the board's screen shows it: its beginning, in groups of four.
  const grouped = (hex) => hex.toUpperCase().match(/.{1,4}/g).join(" ");
  const MARK = 4 * 5 - 1;
  function print(label, hex) {
    const code = fact(label, "");
    code.appendChild(document.createElement("b")).textContent = grouped(hex).slice(0, MARK);
    code.append(grouped(hex).slice(MARK));
  }
  fact(facts.dataset.draws, draws.length);
  fact(facts.dataset.seed, open.seed);
  print(facts.dataset.promise, open.commitment);
  if (!fault) fact(kept ? mine : none, kept ?? "—");
})();
