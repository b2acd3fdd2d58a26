// Sorts and filters long tables; without it they are read as they stand. The state is kept in the address.
"use strict";

const value = (cell) => cell.textContent.trim();
const number = (text) => parseFloat(text.replace("\u2212", "-"));

function compare(one, two) {
  const a = number(one), b = number(two);
  if (Number.isNaN(a) && Number.isNaN(b)) return one.localeCompare(two, "en", { numeric: true });
  if (Number.isNaN(a)) return 1;
  return Number.isNaN(b) ? -1 : a - b;
}

function makeField(form, name, control) {
  const label = document.createElement("label");
  control.name = name;
  label.append(name, control);
  form.append(label);
  return control;
}

function enhance(table) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => ({ row, cells: [...row.cells].map(value) }));
  for (const entry of rows) entry.text = entry.cells.join(" ").toLowerCase();
  const form = document.createElement("form");
  form.className = "filter";
  form.setAttribute("role", "search");
  form.setAttribute("aria-label", "Filter the table");
  const words = makeField(form, "find", document.createElement("input"));
  words.type = "search";
  const choices = new Map();
  heads.forEach((head, at) => {
    if (!head.hasAttribute("data-choose")) return;
    const select = makeField(form, value(head), document.createElement("select"));
    const options = [...new Set(rows.map((entry) => entry.cells[at]))].sort();
    select.append(new Option("all", ""), ...options.map((option) => new Option(option)));
    choices.set(at, select);
  });
  // What rows say beyond their cells, several values each.
  const also = (table.dataset.also ?? "").split(" ").filter(Boolean).map((name, at) => {
    for (const entry of rows) (entry.also ??= []).push((entry.row.getAttribute(`data-also-${at}`) ?? "").split("\n"));
    const select = makeField(form, name, document.createElement("select"));
    const options = [...new Set(rows.flatMap((entry) => entry.also[at]))].filter(Boolean).sort();
    select.append(new Option("all", ""), ...options.map((option) => new Option(option)));
    return { name, select };
  });
  for (const entry of rows) {
    const link = entry.row.querySelector('a[href^="#"]');
    entry.part = link && document.getElementById(link.getAttribute("href").slice(1));
  }
  const shown = document.createElement("output");
  form.append(shown);
  table.closest(".scroll").before(form);
  let sorted = null;

  function remember() {
    const state = new URLSearchParams();
    if (words.value) state.set("find", words.value);
    for (const [at, select] of choices) if (select.value) state.set(value(heads[at]), select.value);
    for (const { name, select } of also) if (select.value) state.set(name, select.value);
    if (sorted) state.set("sort", `${sorted.down ? "-" : ""}${value(heads[sorted.at])}`);
    history.replaceState(null, "", state.size || location.hash ? `#${state}` : location.href);
  }

  function filter() {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { row, cells, text, also: more, part } of rows) {
      const fits = wanted.every((word) => text.includes(word))
        && [...choices].every(([at, select]) => !select.value || cells[at] === select.value)
        && also.every(({ select }, at) => !select.value || more[at].includes(select.value));
      row.hidden = !fits;
      if (part) part.hidden = !fits;
      count += fits;
    }
    shown.textContent = `${count} of ${rows.length} shown`;
  }

  function sort(at, down) {
    sorted = { at, down };
    heads.forEach((head, i) => i === at
      ? head.setAttribute("aria-sort", down ? "descending" : "ascending") : head.removeAttribute("aria-sort"));
    const ordered = [...rows].sort((one, two) => (down ? -1 : 1) * compare(one.cells[at], two.cells[at]));
    body.append(...ordered.map(({ row }) => row));
  }

  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      sort(at, sorted !== null && sorted.at === at && !sorted.down);
      remember();
    });
  });
  form.addEventListener("input", () => { filter(); remember(); });
  form.addEventListener("submit", (event) => event.preventDefault());

  function recall() {
    if (location.hash && !location.hash.includes("=")) return filter();
    const state = new URLSearchParams(location.hash.slice(1));
    words.value = state.get("find") ?? "";
    for (const [at, select] of choices) select.value = state.get(value(heads[at])) ?? "";
    for (const { name, select } of also) select.value = state.get(name) ?? "";
    const order = state.get("sort");
    const at = order ? heads.findIndex((head) => value(head) === order.replace(/^-/, "")) : -1;
    if (at >= 0) sort(at, order.startsWith("-"));
    filter();
  }
  window.addEventListener("hashchange", recall);
  recall();
}

for (const table of document.querySelectorAll("table[data-table]")) enhance(table);

const steps = [...document.querySelectorAll("[data-step]")];
if (steps.length) document.addEventListener("keydown", (event) => {
  const way = { j: 1, n: 1, k: -1, p: -1 }[event.key];
  if (!way || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const tops = steps.map((step) => step.getBoundingClientRect().top);
  const at = way > 0 ? tops.findIndex((top) => top > 8) : tops.findLastIndex((top) => top < -8);
  if (at < 0) return;
  event.preventDefault();
  steps[at].scrollIntoView();
  steps[at].focus({ preventScroll: true });
});
