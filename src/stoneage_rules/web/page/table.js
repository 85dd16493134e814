// Draws what the session in Python tells (session.py), and sends it what people do. It knows no rule of the game.

const $ = id => document.getElementById(id);
const make = (tag, facts = {}, ...inner) => {
  const made = Object.assign(document.createElement(tag), facts);
  made.append(...inner);
  return made;
};
let warning = ""; // stands behind every status
const status = text => { $("status").textContent = [text, warning].filter(Boolean).join(": "); };
const setup = await (await fetch("setup.json")).json();

// --- Python ------------------------------------------------------------------------------------------------------

let session; // the object in Python that has the game

async function start() {
  const packages = fetch("packages.zip").then(answer => answer.arrayBuffer());
  performance.mark("begun");
  const { loadPyodide } = await import(new URL(setup.pyodide + "pyodide.mjs", location.href).href);
  const python = await loadPyodide({ indexURL: new URL(setup.pyodide, location.href).href });
  performance.measure("python", "begun");
  status("loading the library ...");
  performance.mark("loading");
  python.unpackArchive(await packages, "zip", { extractDir: setup.packages });
  session = python.runPython("from stoneage_rules.web.session import Session\nSession()");
  performance.measure("library", "loading");
}

// Calls a method of the session; returns what it tells, or throws its error as words.
function ask(name, ...given) {
  const told = JSON.parse(session.ask(name, JSON.stringify(given)));
  if (told.error) throw new Error(told.error);
  return told;
}

// --- games that the browser keeps ------------------------------------------------------------------------------------

const PREFIX = "stoneage/";
const storage = name => { // null where a browser forbids it; Pyodide, which asks for it too, must not meet the error
  try { return window[name]; } catch { Object.defineProperty(window, name, { value: null }); return null; }
};
const games = storage("localStorage"), ofTab = storage("sessionStorage");
let now; // what was told last
let key; // of the game in the browser's storage
let known; // what this tab wrote or read there last
let ahead; // the record up to the last step that can be taken again, while steps are taken back

function keep() {
  if (!now.redo) ahead = undefined;
  const kept = { record: ahead ?? now.record, steps: ahead ? now.steps : null, title: title(), time: Date.now() };
  known = JSON.stringify(kept);
  try {
    games.setItem(key, known);
    ofTab.setItem("key", key);
    warning = "";
  } catch {
    known = games?.getItem(key);
    warning = "this browser does not keep the game; save the record before you leave";
  }
}

const title = () => now.names.map((name, seat) => name || `seat ${seat}`).join(", ");
const newKey = () => PREFIX + Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
const keptAs = name => { // null for what this page has not written
  try { return JSON.parse(games.getItem(name)); } catch { return null; }
};
const keptGames = () => Object.keys(games ?? {}).filter(name => name.startsWith(PREFIX))
  .map(name => [name, keptAs(name)]).filter(([, kept]) => kept?.record).sort(([, one], [, other]) => other.time - one.time);

function resume(name, { record, steps }, facts) {
  const told = ask("open", record, steps);
  key = name;
  ahead = steps === null ? undefined : record;
  show(told, facts);
}

function resumeKept(name) { // as it is now: another tab may have played on since the list was drawn
  const kept = keptAs(name);
  if (!kept) throw new Error("this game was forgotten in another tab");
  resume(name, kept);
}

function follow() { // goes on from where another tab has brought the same game; returns whether one has
  const text = now && games?.getItem(key);
  if (!text || text === known) return false;
  known = text;
  resume(key, JSON.parse(text), { keeping: false });
  return true;
}

addEventListener("storage", () => {
  if (now) follow();
  else if (!$("start").hidden) listGames();
});

// --- records in addresses --------------------------------------------------------------------------------------------

const MOST_BYTES = 4_000_000; // of a record, as record.py has it
const TOO_LARGE = `a record has at most ${MOST_BYTES} bytes`;

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function unpacked(text) { // returns null if it is too large
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
  const parts = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let record = "", size = 0;
  for (let part = await parts.read(); !part.done; part = await parts.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) {
      parts.cancel(); // or an address of some letters would fill the memory
      return null;
    }
    record += decoder.decode(part.value, { stream: true });
  }
  return record + decoder.decode();
}

$("share").onclick = async () => {
  const address = new URL(`#game=${await packed(now.record)}`, location.href).href;
  $("shared").querySelector("textarea").value = address;
  $("shared").showModal();
  $("shared").querySelector("textarea").select();
};
$("save").onclick = () => {
  const link = make("a", { href: URL.createObjectURL(new Blob([now.record], { type: "text/plain" })), download: "stoneage.txt" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

// --- the list of games and the table of a new one ------------------------------------------------------------------------

function showStart(message = "") {
  now = undefined;
  ofTab?.removeItem("key");
  if (session) status("ready");
  for (const id of ["play", "cover"]) $(id).hidden = true;
  document.querySelector("nav").hidden = true;
  $("start").hidden = false;
  $("wrong").textContent = message;
  listGames();
}

function listGames() {
  const list = keptGames();
  $("games").hidden = !list.length;
  $("games").querySelector("ul").replaceChildren(...list.map(([name, kept]) => make("li", {},
    make("button", { textContent: `go on: ${kept.title}`, disabled: !session, onclick: () => attempt(() => resumeKept(name)) }), " ",
    make("small", { textContent: new Date(kept.time).toLocaleString() }), " ",
    make("button", { textContent: "forget", onclick() { if (confirm(`forget the game of ${kept.title}?`)) { games.removeItem(name); listGames(); } } }))));
}

function attempt(begin) {
  performance.mark("drawing");
  try {
    $("wrong").textContent = "";
    begin();
  } catch (error) {
    showStart(error.message);
  }
}

function addSeat(name, policy) {
  const choice = make("select", { ariaLabel: "who chooses" },
    ...["person", ...setup.policies].map(known => make("option", { textContent: known, selected: known === policy })));
  $("seats").querySelector("ol").append(make("li", {}, make("input", { value: name, placeholder: "name", ariaLabel: "name" }), " ", choice));
}

function optionOf(module, name, facts) {
  const field = facts.choices?.length
    ? make("select", {}, ...facts.choices.map(choice => make("option", { textContent: choice, selected: choice === facts.default })))
    : facts.type === "bool" ? make("input", { type: "checkbox", checked: facts.default })
      : make("input", { type: facts.type === "int" ? "number" : "text", value: facts.default });
  Object.assign(field.dataset, { module, option: name, type: facts.type });
  return make("label", {}, field, ` ${facts.help}`);
}

function drawForm() {
  addSeat("", "person");
  addSeat("", "sensible");
  const sound = setup.modules.filter(module => !module.fault);
  $("modules").append(...sound.map(module => {
    const box = make("input", { type: "checkbox", value: module.id, checked: module.id === "base", disabled: module.id === "base" });
    const options = make("div", { className: "options", hidden: module.id !== "base" },
      ...Object.entries(module.options).map(([name, facts]) => optionOf(module.id, name, facts)));
    box.onchange = () => { options.hidden = !box.checked; };
    return make("div", { className: "module" }, make("label", {}, box, make("b", { textContent: ` ${module.name}` }), `: ${module.summary}`), options);
  }));
}

function settings() {
  const seats = [...$("seats").querySelectorAll("li")];
  const names = seats.map(seat => seat.querySelector("input").value.trim());
  const policies = seats.map(seat => seat.querySelector("select").value);
  const modules = [...$("modules").querySelectorAll("input[value]:checked:enabled:not([data-option])")].map(box => box.value);
  const options = {};
  for (const field of $("modules").querySelectorAll("[data-option]")) {
    const { module, option, type } = field.dataset;
    if (module !== "base" && !modules.includes(module)) continue;
    const value = type === "bool" ? field.checked : type === "int" ? Number(field.value) : field.value;
    (options[module] ??= {})[option] = value;
  }
  const seed = $("seed").value ? Number($("seed").value) : null;
  return [{ players: seats.length, modules, options }, { names, policies, seed }];
}

$("more").onclick = () => addSeat("", "sensible");
$("fewer").onclick = () => $("seats").querySelector("li:last-child:not(:first-child)")?.remove();
$("leave").onclick = () => showStart();
$("table").onsubmit = event => {
  event.preventDefault();
  attempt(() => { key = newKey(); ahead = undefined; show(ask("new", ...settings())); });
};
$("file").onchange = async () => {
  const [file] = $("file").files;
  if (!file || !session) return;
  $("file").value = "";
  if (file.size > MOST_BYTES) return showStart(TOO_LARGE);
  const record = await file.text();
  attempt(() => resume(newKey(), { record, steps: null }));
};

// --- the game ---------------------------------------------------------------------------------------------------------

let byKeys = true; // whether the last answer came from the keyboard, where the focus then belongs
let chosen = -1; // the option that the arrow keys have reached
let group; // the place or item whose options are marked

function show(told, { keeping = true } = {}) {
  now = told;
  if (keeping) keep();
  $("start").hidden = true;
  document.querySelector("nav").hidden = false;
  $("cover").hidden = !told.cover;
  $("play").hidden = Boolean(told.cover);
  $("undo").disabled = !told.steps;
  $("redo").disabled = !told.redo;
  $("play").inert = Boolean(told.waits);
  const who = told.seat === null ? "" : told.names[told.seat] || `seat ${told.seat}`;
  if (told.waits) { // a policy thinks for long: what people do meanwhile comes first
    status(`${who} chooses`);
    setTimeout(() => { if (now === told) answer("go_on"); });
    return;
  }
  if (told.cover) {
    status(`${who} chooses next`);
    $("cover").querySelector("h2").textContent = `${who}, it is your turn`;
    $("cover").querySelector("button").focus();
    return;
  }
  const over = told.seat === null;
  status(over ? "the game is over" : `${who} chooses`);
  $("board").innerHTML = told.svg;
  $("board").firstChild.setAttribute("role", "group"); // a picture has no buttons, and this one has
  if (performance.getEntriesByName("drawing").length) performance.measure("drawn", "drawing");
  const scrolled = $("log");
  scrolled.replaceChildren(...told.log.map(([event, text]) => make("li", { className: event, textContent: text })));
  scrolled.scrollTop = scrolled.scrollHeight;
  $("scores").innerHTML = told.scores;
  $("sheet").querySelector("summary").textContent = over ? "Final scores" : "Scores, if the game ended now";
  if (over) $("sheet").open = true;
  $("asked").textContent = over ? told.log.at(-1)[1] : `${who}: ${told.asked.prompt}`;
  $("about").textContent = told.asked?.brings ? `${told.asked.item}: ${told.asked.brings}` : "";
  $("typing").hidden = $("how").hidden = !told.options.length;
  $("typed").value = "";
  chosen = -1;
  group = undefined;
  drawOptions();
  drawGlow();
  refuse({});
  $("question").scrollTop = 0;
  if (byKeys && told.options.length) $("typed").focus();
}

function drawOptions() {
  $("options").replaceChildren(...now.options.map(([text, words], number) => make("li", {},
    make("button", { onclick: event => answer("play", text, event) },
      make("span", { className: "number", textContent: number + 1 }), text, make("small", { textContent: words })))));
}

const optionsOf = id => now.options.filter(([, , about]) => about.includes(id));
const idOf = element => element.dataset.place ?? element.dataset.item ?? element.dataset.owned;

function drawGlow() {
  for (const element of $("board").querySelectorAll("[data-place], [data-item], [data-owned]")) {
    const ids = [element, ...element.querySelectorAll("[data-item]")].map(idOf);
    const found = ids.flatMap(optionsOf);
    const glows = found.length > 0 && !(element.dataset.item && element.closest("[data-place]"));
    element.classList.toggle("glow", glows);
    if (glows) {
      for (const [name, value] of [["tabindex", 0], ["role", "button"], ["aria-label", `${idOf(element)}: ${found.map(([text]) => text).join(", ")}`]])
        element.setAttribute(name, value);
    }
  }
}

function mark() { // shows which options belong to the place that was clicked or the option that the arrows reached
  [...$("options").querySelectorAll("button")].forEach((button, number) => {
    const near = number === chosen || (group ?? []).some(([text]) => text === now.options[number][0]);
    button.classList.toggle("near", near);
  });
  const marked = [...$("options").querySelectorAll(".near")];
  for (const button of [marked.at(-1), marked[0]]) button?.scrollIntoView({ block: "nearest" });
  const reached = now.options[chosen]?.[2] ?? [];
  for (const element of $("board").querySelectorAll(".glow")) element.classList.toggle("near", reached.includes(idOf(element)));
}

function refuse({ refused, reasons, error, hints = [] }) {
  $("against").hidden = !(refused || error || hints.length);
  $("against").replaceChildren(...(error ? [make("p", { textContent: error })] : []), ...(refused ? [
    make("p", {}, make("b", { textContent: refused }), reasons.length ? " is not possible now:" : " is possible now"),
    ...reasons.map(reason => make("p", {}, `${reason.needed}; ${reason.found}`,
      make("cite", { textContent: reason.statement ? `${reason.statement}: ${reason.sentence}` : "" })))] : []),
    ...hints.map(([text, reason]) => make("p", {}, make("b", { textContent: text }), `: ${reason}`)));
  if (!$("against").hidden) $("against").scrollIntoView({ block: "nearest" });
}

function answer(name, text, event) {
  performance.mark("drawing");
  byKeys = event ? event.detail === 0 : byKeys; // a click by a key has no detail
  try {
    if (follow()) return refuse({ error: "this game was played on in another tab; this is where it stands" });
    if (name === "undo") ahead ??= now.record;
    const told = ask(name, ...(text === undefined ? [] : [text]));
    if (told.refused || told.hints) refuse(told);
    else show(told);
  } catch (error) {
    refuse({ error: error.message });
  }
}

function touch(element, event) {
  const ids = [element, ...element.querySelectorAll("[data-item]")].map(idOf);
  const found = ids.flatMap(optionsOf);
  if (found.length === 1) answer("play", found[0][0], event);
  else if (found.length) {
    group = found;
    mark();
    const first = now.options.indexOf(found[0]);
    if (event.detail === 0) $("options").querySelectorAll("button")[first].focus();
  } else why(ids[0], event);
}

// Tells what speaks against a place or item: of all answers that name it, what speaks against the one that lacks least.
function why(id, event) {
  const forms = now.asked.forms.filter(form => /^\S+ (PLACE|ITEM)( NUMBER)?$/.test(form)).map(form => form.replace(/PLACE|ITEM/, id));
  const texts = forms.flatMap(form => [1, 2].map(number => form.replace("NUMBER", number)));
  const told = texts.map(text => JSON.parse(session.ask("why", JSON.stringify([text])))).filter(one => one.refused);
  told.sort((one, other) => one.reasons.length - other.reasons.length);
  byKeys = event ? event.detail === 0 : byKeys;
  refuse(told[0] ?? { error: `${id} is no answer now, where the question is ${now.asked.prompt}: ${now.asked.forms.join(" | ")}` });
}

$("board").onclick = event => {
  const element = event.target.closest("[data-place], [data-owned]");
  if (element && now.options.length) touch(element, event);
};
$("board").onkeydown = event => {
  const element = event.target.closest(".glow");
  if (element && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    touch(element, { detail: 0 });
  }
};
$("typing").onsubmit = event => {
  event.preventDefault();
  const line = $("typed").value.trim();
  byKeys = true;
  const [word, ...rest] = line.toLowerCase().split(/\s+/);
  const numbered = text => /^\d+$/.test(text) ? now.options[text - 1]?.[0] : undefined;
  if (!line && chosen < 0) return;
  if (!line) answer("play", now.options[chosen][0]);
  else if (word === "undo" && /^\d+$/.test(rest[0])) answer(word, Number(rest[0]));
  else if (["undo", "redo", "hint"].includes(word)) answer(word);
  else if (["help", "?"].includes(word)) refuse({ error: $("how").textContent });
  else if (word === "why" && rest.length === 1 && $("board").querySelector(`[data-place="${CSS.escape(rest[0])}"]`)) why(rest[0]);
  else if (word === "why" && rest.length) answer("why", numbered(rest.join(" ")) ?? rest.join(" "));
  else if (word === "why") refuse({ error: "name an option by its number, a place, or an action: why 3, why hut, why place hut 1" });
  else if (/^\d+$/.test(line) && !numbered(line)) refuse({ error: `the options are numbered 1 to ${now.options.length}` });
  else answer("play", numbered(line) ?? line);
};
$("typed").onkeydown = event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  chosen = (chosen + step + now.options.length + (chosen < 0 && step < 0 ? 1 : 0)) % now.options.length;
  mark();
};
$("cover").querySelector("button").onclick = event => answer("shown", true, event);
$("undo").onclick = event => answer("undo", undefined, event);
$("redo").onclick = event => answer("redo", undefined, event);

// --- beginning -----------------------------------------------------------------------------------------------------------

drawForm();
showStartUnlessKept();

function showStartUnlessKept() {
  const kept = location.hash.startsWith("#game=") || ofTab?.getItem("key");
  if (!kept) showStart();
  else $("start").hidden = true;
}

async function begin() {
  const shared = location.hash.startsWith("#game=") ? location.hash.slice(6) : "", own = ofTab?.getItem("key");
  $("begin").disabled = false;
  status("ready");
  if (shared) {
    history.replaceState(null, "", location.pathname + location.search);
    const record = await unpacked(shared).catch(() => undefined);
    if (record === undefined) showStart("this address has no whole game; was all of it copied?");
    else if (record === null) showStart(TOO_LARGE);
    else attempt(() => resume(newKey(), { record, steps: null }));
  } else if (own && keptAs(own)) attempt(() => resumeKept(own));
  else showStart();
}

try {
  await start();
  await begin();
} catch (error) {
  status(`the table cannot be loaded: ${error.message}`);
}
addEventListener("hashchange", () => { if (location.hash.startsWith("#game=")) begin(); });
