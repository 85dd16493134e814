/* Stacks the cells of each table that is wider than its place, with the heading of its column above each cell. */
"use strict";

const stackWideTables = () => {
  for (const table of document.querySelectorAll("article .table-wrapper > table")) {
    table.classList.remove("stacked");
    const place = table.parentElement;
    if (place.scrollWidth <= place.clientWidth + 1) continue;
    const headings = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent.trim());
    for (const row of table.querySelectorAll("tbody tr")) {
      [...row.cells].forEach((cell, at) => (cell.dataset.heading = headings[at] ?? ""));
    }
    table.classList.add("stacked");
  }
};

document.addEventListener("DOMContentLoaded", stackWideTables);
window.addEventListener("resize", stackWideTables);
