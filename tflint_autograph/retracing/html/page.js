"use strict";
// A mark in the time line opens the function it belongs to.
for (const mark of document.querySelectorAll("svg a")) {
  mark.addEventListener("click", () => {
    const target = document.getElementById(mark.getAttribute("href").slice(1));
    if (target) target.open = true;
  });
}
