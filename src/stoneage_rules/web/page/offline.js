// After one visit the page begins without a network; a newer version is loaded at the beginning, or by a button.

import { $ } from "./board.js";

export async function keepOffline(fetched, isIdle) { // what Pyodide fetched; whether no game is shown
  const hadOne = Boolean(navigator.serviceWorker?.controller);
  let isChosen = false;
  const show = onclick => Object.assign($("newer"), { hidden: false, onclick });
  if (!navigator.serviceWorker) return; // a browser has none at an address without https
  const offer = waiting => { // a page of an older version goes on with its own files until then
    if (!waiting || !hadOne) return;
    const take = () => { isChosen = true; waiting.postMessage({ take: true }); };
    if (isIdle()) take();
    else show(take);
  };
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isChosen || (hadOne && isIdle())) location.reload();
    else if (hadOne) show(() => location.reload()); // another tab has taken the newer version
  });
  navigator.serviceWorker.addEventListener("message", ({ data }) => { if (data.kept) document.body.dataset.offline = "yes"; });
  const registered = await navigator.serviceWorker.register("sw.js");
  setInterval(() => offer(registered.waiting), 1000); // its events may have come while Python was loaded
  if (hadOne) registered.update().catch(() => { /* without a network */ });
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: fetched });
}
