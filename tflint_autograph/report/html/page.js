"use strict";
const form = document.querySelector("form.filters");
const findings = [...document.querySelectorAll("article.finding")];
const shown = () => findings.filter((finding) => !finding.hidden);

function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  const text = wanted.text.trim().toLowerCase();
  for (const finding of findings) {
    const fits = ["rule", "severity", "confidence", "path"].every(
      (name) => !wanted[name] || finding.dataset[name] === wanted[name]);
    finding.hidden = !fits || !finding.textContent.toLowerCase().includes(text);
  }
  for (const section of document.querySelectorAll("section.file")) {
    section.hidden = !section.querySelector("article.finding:not([hidden])");
  }
  const count = shown().length;
  document.querySelector(".count").textContent = count === findings.length ? `${count} shown` : `${count} of ${findings.length} shown`;
  document.querySelector(".none").hidden = count > 0;
}

function move(by) {
  const all = shown();
  const at = all.indexOf(document.activeElement.closest("article.finding"));
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
  if (next) next.focus();
}

function open(hash) {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (target && target.matches("details")) target.open = true;
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") { form.reset(); return; }
  if (event.target.matches("input, select")) return;
  const action = { "/": () => form.elements.text.focus(), j: () => move(1), k: () => move(-1) }[event.key];
  if (action) { event.preventDefault(); action(); }
}

if (form) {
  form.addEventListener("input", filter);
  form.addEventListener("change", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", key);
  filter();
}
addEventListener("hashchange", () => open(location.hash));
addEventListener("beforeprint", () => document.querySelectorAll("article details").forEach((block) => { block.open = true; }));
open(location.hash);
