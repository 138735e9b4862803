"use strict";
const form = document.querySelector("form.filters");
const everything = document.querySelector("button.all");
const files = [...document.querySelectorAll("details.file")];
const findings = [...document.querySelectorAll("article.finding")];
const shown = () => findings.filter((finding) => !finding.hidden);
const fileOf = (finding) => finding.closest("details.file");
// So many findings are shown at once when a filter is set; of more, somebody opens the files.
const MANY = 25;
// Which files were open before a filter was set, and how far the findings were scrolled before the rules were read.
let before = null;
let scrolled = 0;

function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  const text = wanted.text.trim().toLowerCase();
  const filtered = Object.values(wanted).some((value) => value.trim());
  for (const finding of findings) {
    const fits = ["rule", "severity", "confidence", "path"].every(
      (name) => !wanted[name] || finding.dataset[name] === wanted[name]);
    finding.hidden = !fits || !finding.textContent.toLowerCase().includes(text);
  }
  if (filtered && !before) before = files.map((file) => file.open);
  files.forEach((file, index) => narrow(file, filtered, before && before[index]));
  if (!filtered) before = null;
  const count = shown().length;
  document.querySelector(".count").textContent = count === findings.length ? `${count} shown` : `${count} of ${findings.length} shown`;
  document.querySelector(".none").hidden = count > 0;
  name();
}

function narrow(file, filtered, wasOpen) {
  const all = file.querySelectorAll("article.finding").length;
  const fitting = file.querySelectorAll("article.finding:not([hidden])").length;
  const matching = file.querySelector(".matching");
  file.hidden = !fitting;
  matching.hidden = fitting === all;
  matching.textContent = `${fitting} of ${all} shown`;
  if (filtered) file.open = shown().length <= MANY || wasOpen;
  else if (before) file.open = wasOpen;
}

// The page got shorter above what is looked at: without this, the findings left are somewhere else than the screen.
function reveal() {
  const [first] = shown();
  if (!first) return;
  const { top } = fileOf(first).getBoundingClientRect();
  if (top < bar() || top > innerHeight - 160) show(first);
}

// With the heading that names its file, where it is the first one below it.
function show(finding) {
  const isFirst = finding === fileOf(finding).querySelector("article.finding:not([hidden])");
  (isFirst ? fileOf(finding) : finding).scrollIntoView();
}

function bar() {
  const height = getComputedStyle(form).position === "sticky" ? form.offsetHeight : 0;
  document.documentElement.style.setProperty("--bar", `${height}px`);
  return height;
}

function name() {
  everything.textContent = files.some((file) => !file.hidden && !file.open) ? "Open all" : "Close all";
}

function move(by) {
  const all = shown();
  const at = all.indexOf(document.activeElement.closest("article.finding"));
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
  if (!next) return;
  fileOf(next).open = true;
  next.focus({ preventScroll: true });
  show(next);
}

function route() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const rules = Boolean(target && target.closest(".rules"));
  const page = document.documentElement.classList;
  if (rules && !page.contains("at-rules")) scrolled = scrollY;
  const back = !rules && page.contains("at-rules");
  page.toggle("at-rules", rules);
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === (rules ? "#rules" : "#findings")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (rules) {
    if (target.matches("details")) target.open = true;
    if (target.id === "rules") scrollTo(0, 0);
    else target.scrollIntoView();
  } else if (target && target.matches("article.finding")) {
    fileOf(target).open = true;
    show(target);
  } else if (back) scrollTo(0, scrolled);
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") { form.reset(); return; }
  if (event.target.matches("input, select")) return;
  if (document.documentElement.classList.contains("at-rules")) return;
  const action = { "/": () => form.elements.text.focus(), j: () => move(1), k: () => move(-1) }[event.key];
  if (action) { event.preventDefault(); action(); }
}

document.documentElement.classList.add("scripted");
if (form) {
  for (const event of ["input", "change"]) form.addEventListener(event, () => { filter(); reveal(); });
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  everything.addEventListener("click", () => {
    const open = everything.textContent === "Open all";
    for (const file of files) if (!file.hidden) file.open = open;
  });
  for (const file of files) file.addEventListener("toggle", name);
  document.addEventListener("keydown", key);
  new ResizeObserver(bar).observe(form);
  filter();
}
addEventListener("hashchange", route);
addEventListener("beforeprint", () => document.querySelectorAll("main details").forEach((block) => { block.open = true; }));
route();
