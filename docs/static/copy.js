/* A button on each block of code that copies it; of a session, only what is typed. */
"use strict";

const PROMPT = /^(?:>>> |\.\.\. |\$ )/;

const typedIn = (text) => {
  const lines = text.trimEnd().split("\n");
  const typed = lines.filter((line) => PROMPT.test(line));
  return (typed.length ? typed.map((line) => line.replace(PROMPT, "")) : lines).join("\n") + "\n";
};

document.addEventListener("DOMContentLoaded", () => {
  if (!navigator.clipboard) return; // not on pages that are opened as files, in some browsers
  for (const block of document.querySelectorAll("article div.highlight")) {
    const text = block.querySelector("pre").textContent;
    const button = document.createElement("button");
    button.className = "copy-code";
    button.textContent = "copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(typedIn(text));
      button.textContent = "copied";
    });
    block.append(button);
  }
});
