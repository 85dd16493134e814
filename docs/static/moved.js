/* Leads from an address of an older version, such as reference/stoneage_rules.html#stoneage_rules.State.apply, to the same name
   on the page that describes it now: a page without the anchor follows its own link to the name, or to what contains it. */
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const anchor = decodeURIComponent(location.hash.slice(1));
  if (!anchor || document.getElementById(anchor)) return;
  const links = [...document.querySelectorAll("article a.internal[href*='#']")];
  for (let name = anchor; name.includes("."); name = name.slice(0, name.lastIndexOf("."))) {
    const link = links.find((one) => one.hash === `#${name}` || one.hash === `#module-${name}`);
    if (link) return location.replace(link.href.split("#")[0] + "#" + anchor);
  }
});
