// The table: keeps games, asks the session in Python (session.py, in a worker), and sends it what people do.

import { $, make, some, chip, facts, setFacts, seatName, drawBoard, drawSeats, drawScores, podium, nameOf, sentence } from "./board.js";
import { keepOffline } from "./offline.js";
import { leavePast, openLog, shownThen } from "./past.js";
import { drawAnswers, drawAbout, drawList, openPop, openTip, closePop, rollOf, words, isAtPlace } from "./asking.js";

let warning = ""; // stands behind every status
const status = text => { $("status").textContent = [text, warning].filter(Boolean).join(": "); };
const setup = await fetch("setup.json").then(answer => answer.json()).catch(error => {
  status(`the table cannot be loaded: ${error.message}`);
  throw error;
});
const remote = setup.remote ? await import("./remote.js") : undefined; // a room on a server, in place of the worker

// --- Python ---

let worker; // has the game; replaced by another one if a policy is stopped
let ready = false;
let fetched = []; // the addresses of what Python was made of
let asked = 0; // questions so far
const waiting = new Map(); // by number, what goes on with the answer
const STOPPED = new Error("stopped");
const BROKEN = "the rules have broken off; the game is kept: load this page again";

function breakOff(error) { // the worker tells nothing more: whoever waits hears of it
  ready = false;
  worker.terminate();
  for (const { fail } of waiting.values()) fail(error);
  waiting.clear();
}

function begun() { // starts a worker; it has the policy of this page, as it is made here and not fetched
  ready = Boolean(remote);
  if (remote) return undefined;
  const address = new URL("worker.js", location.href).href;
  const own = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
  worker = new Worker(own, { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.loading) status(`loading ${data.loading} ...`);
      else if (data.ready) {
        fetched = data.fetched;
        for (const part of ["python", "library"]) performance.measure(part, { start: 0, duration: data[part] });
        ready = true;
        resolve();
      } else if (data.id === undefined) reject(new Error(data.failed));
      else {
        const { done, fail } = waiting.get(data.id) ?? {};
        waiting.delete(data.id);
        try {
          if (data.failed) throw new Error(`the rules have failed (${data.failed}); the game is kept: load this page again`);
          done?.(JSON.parse(data.told));
        } catch (error) {
          fail?.(error);
        }
      }
    };
    worker.onerror = worker.onmessageerror = event => {
      reject(new Error(event.message || "the worker cannot be started"));
      breakOff(new Error(BROKEN));
    };
    worker.postMessage({ setup, base: location.href });
  }).finally(() => URL.revokeObjectURL(own));
}

// Calls a method of the session; throws its error as words. With a step it answers that question alone.
async function ask(name, given = [], step = "") {
  if (!ready) throw new Error(BROKEN);
  const id = asked += 1;
  const told = remote ? await remote.ask(name, given, step || (now?.step ?? ""), rows.length) : await new Promise((done, fail) => {
    waiting.set(id, { done, fail });
    worker.postMessage({ id, name, given, step });
  });
  if (told.error) throw new Error(told.error);
  return told;
}

// --- games that the browser keeps ---

const PREFIX = "stoneage/";
const storage = name => { // null where a browser forbids it; Pyodide, which asks for it too, must not meet the error
  try { return window[name]; } catch { Object.defineProperty(window, name, { value: null }); return null; }
};
const games = storage("localStorage"), ofTab = storage("sessionStorage");
let now; // what was told last
let stopping = false; // whether policies wait until somebody says so
let rows = []; // of the log
let record = "";
let key; // of the game in the browser's storage
let known; // what this tab wrote or read there last
let ahead; // the record up to the last step that can be taken again, while steps are taken back

function keep(told) {
  if (!told.redo) ahead = undefined;
  const kept = { record: ahead ?? record, steps: ahead ? told.steps : null, title: title(told), time: Date.now(), over: told.seat === null && rows.at(-1)?.[2], round: (told.view ?? now?.view)?.round };
  if (playedElsewhere()) return; // it is shown by who waits for the record
  known = JSON.stringify(kept);
  try {
    games.setItem(key, known);
    if ($("start").hidden) ofTab.setItem("key", key);
    warning = "";
  } catch {
    known = games?.getItem(key);
    warning = "this browser does not keep the game; save the record before you leave";
    if (!$("status").textContent.includes(warning)) status($("status").textContent);
  }
}

async function fetchRecord(told, keeping = true) { // while the page draws, which does not wait for it
  if (remote && told.seat !== null) return; // a room shows it to nobody before the end
  ({ record } = await ask("record"));
  if (keeping && !remote) keep(told);
}

const title = told => told.names.map((_, seat) => seatName(told, seat)).join(", ");
const newKey = () => PREFIX + Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
const keptAs = name => { // null for what this page has not written
  try { return JSON.parse(games.getItem(name)); } catch { return null; }
};
const keptGames = () => Object.keys(games ?? {}).filter(name => name.startsWith(PREFIX))
  .map(name => [name, keptAs(name)]).filter(([, kept]) => kept?.record).sort(([, one], [, other]) => other.time - one.time);

async function resume(name, kept, facts) {
  known = games?.getItem(name);
  const told = await ask("open", [kept.record, kept.steps]);
  await fresh(told, name, kept.record, kept.steps === null ? undefined : kept.record, facts);
}

async function fresh(told, name, text = "", further = undefined, { paused = false, ...facts } = {}) { // another game
  stopping = paused;
  key = name;
  record = text;
  ahead = further;
  now = baseline = undefined;
  rows = [];
  sinceAnswer = text ? Infinity : 0; // what happened in an earlier sitting is no news
  $("sheet").open = false;
  $("others").replaceChildren();
  $("view").scrollTop = 0;
  await show(told, facts);
}

async function resumeKept(name) { // as it is now: another tab may have played on since the list was drawn
  const kept = keptAs(name);
  if (!kept) throw new Error("this game was forgotten in another tab");
  await resume(name, kept);
}

const playedElsewhere = () => {
  const text = games?.getItem(key);
  return text && known && text !== known ? text : "";
};

async function follow() { // goes on from where another tab has brought the same game; returns whether one has
  const text = now && playedElsewhere();
  if (!text) return false;
  await resume(key, JSON.parse(text), { keeping: false });
  return true;
}

addEventListener("storage", () => {
  if (now) exclusively(follow);
  else if (!$("start").hidden) listGames();
});

// --- records in addresses ---

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
  const address = new URL(`#game=${await packed(record)}`, location.href).href;
  $("shared").querySelector("textarea").value = address;
  $("copy").textContent = "copy";
  $("shared").showModal();
  $("shared").querySelector("textarea").select();
  $("shared").querySelector("textarea").scrollTop = 0;
};
$("copy").onclick = async () => {
  const text = $("shared").querySelector("textarea");
  text.select();
  try { await navigator.clipboard.writeText(text.value); } catch { document.execCommand("copy"); } // not every server is secure
  $("copy").textContent = "copied";
};
for (const dialog of document.querySelectorAll("dialog")) dialog.onclick = event => { if (event.target === dialog) dialog.close(); };
$("save").onclick = () => {
  const link = make("a", { href: URL.createObjectURL(new Blob([record], { type: "text/plain" })), download: "stoneage.txt" });
  link.click();
  status("the record is saved as stoneage.txt");
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

// --- the list of games and the table of a new one ---

let sitting = 0; // grows when a game is left: what was under way then must not show it again

function showStart(message = "") {
  leavePast();
  if (remote) return status(message);
  sitting += 1;
  now = undefined;
  ofTab?.removeItem("key");
  if (ready) status("ready");
  for (const id of ["play", "cover"]) $(id).hidden = true;
  closePop();
  document.querySelector("nav").hidden = true;
  $("start").hidden = false;
  $("wrong").textContent = message;
  listGames();
}

function listGames() {
  const list = keptGames();
  $("games").hidden = !list.length;
  $("games").querySelector("ul").replaceChildren(...list.map(([name, kept]) => make("li", {},
    make("button", { textContent: `${kept.over ? "look at the end" : "go on"}: ${kept.title}`, disabled: !ready, onclick: () => attempt(() => resumeKept(name)) }), " ",
    make("small", { textContent: `${kept.over ? `${kept.over}, ` : kept.round ? `round ${kept.round}, ` : ""}${new Date(kept.time).toLocaleString()}` }), " ",
    make("button", { textContent: "forget", className: "forget", onclick() { if (confirm(`forget the game of ${kept.title}?`)) { games.removeItem(name); listGames(); } } }))));
}

function attempt(begin) {
  return exclusively(async () => {
    performance.mark("drawing");
    try {
      $("wrong").textContent = "";
      await begin();
    } catch (error) {
      showStart(error.message);
    }
  });
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
  Object.assign(field.dataset, { module, option: name, type: facts.type, usual: `${facts.default}` });
  return make("label", {}, field, ` ${facts.help}`);
}

const NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva"];
const nextName = () => NAMES[$("seats").querySelectorAll("li").length] ?? "";

function drawForm() {
  addSeat(nextName(), "person");
  addSeat(nextName(), "sensible");
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
    const { module, option, type, usual } = field.dataset;
    if (module !== "base" && !modules.includes(module)) continue;
    const value = type === "bool" ? field.checked : type === "int" ? Number(field.value) : field.value;
    if (`${value}` !== usual) (options[module] ??= {})[option] = value; // of the base game, too, in whose place another one may be
  }
  const seed = $("seed").value ? Number($("seed").value) : null;
  if (!(seed === null || Number.isSafeInteger(seed))) throw new Error("a seed has at most 15 digits");
  return [{ players: seats.length, modules, options }, { names, policies, seed }];
}

$("table").onchange = event => { if (event.target !== $("file")) $("wrong").textContent = ""; };
$("more").onclick = () => addSeat(nextName(), "sensible");
$("fewer").onclick = () => $("seats").querySelector("li:last-child:not(:first-child)")?.remove();
$("leave").onclick = () => showStart();
$("table").onsubmit = event => {
  event.preventDefault();
  if (!busy) attempt(async () => fresh(await ask("new", settings()), newKey())); // a double click begins one game
};
$("file").onchange = async () => {
  const [file] = $("file").files;
  if (!file || !ready) return;
  $("file").value = "";
  if (file.size > MOST_BYTES) return showStart(TOO_LARGE);
  const text = await file.text();
  attempt(() => resume(newKey(), { record: text, steps: null }));
};

// --- one thing at a time ---

let queue = Promise.resolve(); // what is done with the session, one after another
let busy = 0;
function exclusively(work) {
  busy += 1;
  document.body.dataset.busy = busy;
  queue = queue.then(work).catch(error => error === STOPPED || refuse({ error: error.message })).finally(() => {
    busy -= 1;
    if (busy) document.body.dataset.busy = busy;
    else delete document.body.dataset.busy;
  });
  return queue;
}

// A press is no new one while an answer is under way, as the second half of a double click, or at the place of the last one
// shortly after it or after a drawing: what lies there now has not been seen yet.
const AGAIN = 350, NEAR = 30;
let lastPress = { x: -99, y: -99, time: 0 }, drawnAt = 0;
function isMeant(event) {
  if (busy) return false;
  if (!event || event.detail === 0) return true; // by keyboard
  const time = performance.now(), near = Math.hypot(event.clientX - lastPress.x, event.clientY - lastPress.y) < NEAR;
  if (event.detail > 1 || (near && time - Math.max(lastPress.time, drawnAt) < AGAIN)) return false;
  lastPress = { x: event.clientX, y: event.clientY, time };
  return true;
}

// --- the game ---

let byKeys = !matchMedia("(pointer: coarse)").matches; // whether the last answer came from the keyboard, where the focus then belongs
let chosen = -1; // the option that the arrow keys have reached
let baseline; // the view when a person answered last: what differs from it is marked
let sinceAnswer = 0; // the row of the log from which on it has not been seen

const calm = matchMedia("(prefers-reduced-motion: reduce)");
$("speed").value = games?.getItem("speed") ?? "400";
$("speed").onchange = () => { try { games.setItem("speed", $("speed").value); } catch { /* it is not kept then */ } };
const pace = () => calm.matches || document.hidden ? 0 : Number($("speed").value); // browsers hold the clock of a hidden page up
const isAtOnce = () => calm.matches || $("speed").value === "0"; // of a game without people, whose end is seen then
const QUICK = new Set(["random", "sensible", "starving"]);
const isQuick = told => QUICK.has(told.waits) && !isAtOnce();
const whoseTurn = told => seatName(told, told.seat);

async function show(told, { keeping = true } = {}) {
  const before = now, seen = rows.length, here = sitting;
  if (told.view) {
    if (facts?.digest !== told.view.rules) setFacts({ ...await ask("facts"), items: await ask("items"), digest: told.view.rules });
    await takeRows(told.log);
  }
  const kept = fetchRecord(told, keeping);
  if (here !== sitting) return kept;
  leavePast();
  closePop(); // it asked the question before
  $("start").hidden = true;
  document.querySelector("nav").hidden = false;
  $("cover").hidden = !told.cover;
  $("play").hidden = Boolean(told.cover);
  $("undo").disabled = !told.undo;
  $("redo").disabled = !told.redo;
  $("hint").disabled = !told.options?.length;
  $("stop").hidden = !isQuick(told); // until all of this is done, and the record is here from which to go on
  $("play").inert = Boolean(told.waits);
  if (told.view && before?.view) await playSteps(before, told, seen, () => here === sitting);
  if (here !== sitting) return kept;
  now = told;
  if (told.view) draw(told);
  if (told.waits) { // a policy thinks for long: what people do meanwhile comes first
    status(`${whoseTurn(told)} (${told.waits}) thinks`);
    if (stopping) drawPaused();
    else setTimeout(() => { if (now === told) answer("go_on", [isAtOnce()]); });
  } else if (told.cover) {
    status(`${whoseTurn(told)} chooses next`);
    $("cover").querySelector("h2").textContent = `${whoseTurn(told)}, it is your turn`;
    $("cover").querySelector("button").focus();
  } else status(told.seat === null ? "the game is over" : `${whoseTurn(told)} chooses`);
  if (performance.getEntriesByName("drawing").length) performance.measure("drawn", "drawing");
  performance.clearMarks("drawing");
  drawnAt = performance.now();
  document.body.dataset.step = told.step;
  remote?.shown(told);
  await kept;
  await follow();
  $("stop").hidden = !told.waits || now !== told || stopping;
}

async function takeRows([first, some, count]) {
  rows.length = first;
  rows.push(...some);
  while (rows.length < count) {
    const { log: [, more] } = await ask("log", [rows.length]);
    if (!more.length) throw new Error("a part of the log is missing; load this page again");
    rows.push(...more);
  }
}

const optionsOf = id => {
  const item = now.view.places[id]?.item;
  return now.options.flatMap(([, args], number) => args.includes(id) || (item && args.includes(item)) ? [number] : []);
};

const ENDING = new Set(["emptied", "unfilled", "last-tile"]); // what makes this round the last one, as a rule
const ending = () => rows.findLast(([event]) => ENDING.has(event))?.[2];
const paidFor = () => Object.fromEntries(rows.flatMap(([event, seat, , about], at) => {
  const [next, by, , scored] = rows[at + 1] ?? [];
  return event === "own" && next === "score" && by === seat ? [[about.item, scored.points]] : [];
}));

function inUse({ view: { pending }, options }) { // the place that is asked about: the last one used, unless the next is to be chosen
  if (pending.place || !options.length || options.some(([kind]) => kind === "resolve")) return pending.place;
  return rows.slice(rows.findLastIndex(([event]) => HEADINGS.has(event))).findLast(([event]) => event === "resolve")?.[3].place;
}

function moves() { // goods of a seat of which some came and some went since the last answer
  const moved = {};
  const add = (seat, good, count, at) => { (moved[`${seat} ${good}`] ??= [0, 0])[at] += count; };
  for (const [event, seat, , about] of rows.slice(sinceAnswer)) {
    if (event === "gain") add(seat, about.good, about.count, 0);
    if (event === "spend") for (const [good, count] of Object.entries(about.goods)) add(seat, good, -count, 1);
  }
  return Object.fromEntries(Object.entries(moved).filter(([, both]) => both.every(Boolean)));
}

let isScrolled = false; // whether the view was moved for a place in question
function drawTable(told) { // all but the question
  closePop();
  told.built = paidFor();
  told.moved = baseline && moves();
  for (const [event, seat, , about] of baseline ? rows.slice(sinceAnswer) : []) if (event === "resolve") baseline.places[about.place].figures[seat] = 0; // who returns is new there
  drawBoard(told, optionsOf, baseline);
  if (ending() && told.seat !== null) $("moment").append(make("b", { className: "blow" }, `${ending()}; the game may end after this round`));
  const used = atPlace(inUse(told));
  used?.classList.add("now");
  if (used) used.scrollIntoView({ block: "nearest" });
  else if (isScrolled) $("view").scrollTop = 0;
  isScrolled = Boolean(used);
  drawSeats(told, told.view.viewer, optionsOf, baseline);
  if ($("sheet").open) drawScores(told);
  $("sheet").querySelector("summary").textContent = told.seat === null ? "Final scores" : "Scores, if the game ended now";
  drawnAt = performance.now();
}

function draw(told) {
  const over = told.seat === null;
  drawLog();
  drawRolls();
  if (over) $("sheet").open = true;
  drawTable(told);
  if (over) setTimeout(() => $("sheet").scrollIntoView({ block: "end" }));
  $("play").classList.toggle("over", over);
  $("asked").textContent = over ? rows.at(-1)[2] : `${whoseTurn(told)}: ${told.view.pending.prompt}`;
  drawAbout(told);
  drawAnswers(told, (number, event) => play(number, event));
  if (over) $("answers").replaceChildren(ending() ? make("p", { className: "note" }, `${ending()}: the game ends`) : "", podium(told), make("div", { className: "buttons" }, ...some([(!remote || told.view.viewer >= 0) &&
    make("button", { className: "confirm", onclick: event => { if (isMeant(event)) attempt(async () => fresh(await ask("again"), newKey())); } }, "play again"),
    !remote && make("button", { onclick: () => showStart() }, "another table")])));
  $("list").hidden = $("typing").hidden = !told.options.length;
  drawList(told, (number, event) => play(number, event));
  $("list").querySelector("summary").textContent = `type, or list all ${told.options.length} answers`;
  if (innerWidth <= 900) $("list").open = false; // it would hide the board
  $("typed").value = "";
  reach(-1);
  refuse({});
  if (byKeys && told.options.length) $("typed").focus({ preventScroll: true });
  $("question").scrollTop = 0;
}

if (innerWidth <= 900) $("told").open = false;
new ResizeObserver(() => { $("log").scrollTop = $("log").scrollHeight; }).observe($("told")); // the end stays in view

const HEADINGS = new Set(["round", "phase"]);
const sortOf = ([event], at) => [HEADINGS.has(event) && event, at >= sinceAnswer && "news"].filter(Boolean).join(" ");
function drawLog(count = rows.length) { // the last rows alone are drawn anew
  const list = $("log"), shown = rows.slice(0, count);
  while (list.childElementCount > shown.length) list.lastChild.remove();
  let old = list.firstChild;
  shown.forEach((row, at) => {
    const sort = sortOf(row, at);
    if (!old) list.append(make("button", { type: "button", className: sort, tabIndex: -1 }, row[2]));
    else {
      if (old.textContent !== row[2]) old.textContent = row[2];
      if (old.className !== sort) old.className = sort;
      old = old.nextSibling;
    }
  });
  requestAnimationFrame(() => { list.scrollTop = list.scrollHeight; });
}

// Events that a seat has not chosen, and must hear of; what it declined by choice it knows.
const BLOWS = new Set(["short", "starve", "decline", "forgo", "passed-over", "none-left", "nothing-there", "loss", "lose-figures", "lose-tool", "go-back", "emptied", "unfilled"]);
const isBlow = ([event, seat, , about]) => (seat === now.view.viewer || seat === null) && !about.payable && (BLOWS.has(event) || (event === "score" && about.points < 0));

const FOLLOW = new Set(["tools", "adjusted", "total", "gain"]); // what belongs to a roll
function drawRolls(count = rows.length) { // the last rolls since the last answer of a person, and what befell this one
  const rolls = [], shown = rows.slice(0, count);
  let from = now.seat === null ? count : Math.max(0, Math.min(sinceAnswer, count));
  while (from > 0 && FOLLOW.has(shown[from]?.[0])) from -= 1; // an answer about tools continues a roll
  const { total, dice } = now.view.pending ?? {};
  if (total !== undefined || dice) from = Math.max(0, Math.min(from, shown.findLastIndex(([event]) => event === "roll"))); // the roll in question, also after a step back
  let place;
  shown.forEach(([event, seat, , about], at) => {
    if (event === "resolve") place = about.place;
    if (HEADINGS.has(event)) place = undefined;
    if (at < from || event !== "roll") return;
    const end = shown.findIndex(([next], later) => later > at && ["roll", "resolve", "phase"].includes(next));
    const drawn = rollOf(shown.slice(at, end < 0 ? count : end), place);
    if (seat === now.view.viewer) drawn.classList.add("mine");
    rolls.push(drawn);
  });
  const given = shown.filter(([event, seat], at) => at > sinceAnswer && event === "pick" && seat === now.view.viewer); // without a choice
  const blows = [...given.map(row => [0, 0, `${row[2]}: ${shown[shown.indexOf(row) + 1]?.[2] ?? ""}`]), ...shown.slice(from).filter(isBlow)].slice(-4).map(row => make("p", { className: "blow" }, row[2]));
  $("rolls").replaceChildren(...rolls.slice(-6), ...blows);
}

// --- step by step ---

const SHOWN = new Set(["resolve", "put", "roll", "gain", "spend", "own", "advance", "tool", "figure", "score", "lay", "own-hidden", "pick"]);
let skip = false; // whether somebody wants to see the end of it at once
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { skip = true; }, true);

async function playSteps(before, told, seen, isHere) { // shows what others did as it happened; what is drawn at the end is what was told
  const viewer = told.view.viewer, delay = pace();
  if (!delay || rows.length - seen > 120 || before.view.viewer !== viewer) return;
  const view = structuredClone(before.view);
  skip = false;
  now = { ...told, view, options: [], totals: before.totals };
  let own = 0; // how many of the places of who looks have acted: the first may be their answer
  for (let at = seen; at < rows.length && !skip && isHere(); at += 1) {
    const [event, seat, , about] = rows[at];
    try { change(view, told.view, event, seat, about); } catch { continue; }
    if (event === "resolve" && seat === viewer) own += 1;
    if (HEADINGS.has(event)) own += 1;
    if (!SHOWN.has(event) || (seat === viewer && own < 2) || (seat === null && event !== "lay")) continue;
    if (seat !== null) status(`${seatName(now, seat)} plays`);
    drawBoard(now, () => [], baseline);
    drawSeats(now, viewer, () => [], baseline);
    drawLog(at + 1);
    drawRolls(at + 1);
    $("answers").replaceChildren();
    $("about").replaceChildren();
    $("list").hidden = $("typing").hidden = true;
    $("asked").textContent = rows[at][2];
    atPlace(about.place)?.classList.add("now");
    for (let left = delay; left > 0 && !skip && !document.hidden; left -= 50) await new Promise(resolve => { setTimeout(resolve, Math.min(50, left)); });
  }
}

function change(view, later, event, seat, about) { // what an event changes in what is seen, as far as it is shown
  const own = view.seats[seat], place = view.places[about.place];
  if (HEADINGS.has(event)) Object.assign(view, about); // the round, its first seat, or the phase
  if (event === "put") { place.figures[seat] += about.figures; own.at_home -= about.figures; }
  if (event === "resolve") { own.at_home += place.figures[seat]; place.figures[seat] = 0; }
  if (event === "gain") own.goods[about.good] += about.count;
  if (event === "spend") for (const [good, count] of Object.entries(about.goods)) own.goods[good] -= count;
  if (/^(advance|go-back|unsealed)$/.test(event)) for (const one of facts.shared.includes(about.track) ? view.seats : [own]) one.tracks[about.track] = about.after ?? about.number;
  if (event === "figure") own.figures += about.count;
  if (event === "score") own.points = about.total;
  if (event === "tool") own.tools = about.after;
  if (event === "own") own.items.push(about.item);
  if (event === "own" || event === "slide") for (const one of Object.values(view.places)) if (one.item === about.item) one.item = null;
  if (event === "lay") Object.assign(place, { item: about.item, price: later.places[about.place].item === about.item ? later.places[about.place].price : "", pile: place.pile && place.pile - 1 });
  if (event === "slide") Object.assign(view.places[about.to], { item: about.item, price: later.places[about.to].item === about.item ? later.places[about.to].price : "" });
}

// --- answers ---

const atPlace = id => document.querySelector(`[data-place="${CSS.escape(id ?? "")}"]`);
const atPlaceOf = option => option && isAtPlace(option) ? atPlace(option[1][0]) : null;

function reach(number) { // shows the answer that the arrow keys have reached, in words and on the board
  chosen = number;
  const option = now.options?.[number];
  $("reached").textContent = option ? `${words(option)}${option[2] ? `: ${option[2]}` : ""}` : "";
  for (const element of document.querySelectorAll(".near")) element.classList.remove("near");
  if (!option) return;
  const element = $("options").querySelector(`[data-option="${number}"]`) ?? $("answers").querySelector(`[data-option="${number}"]`);
  for (const one of [element, atPlaceOf(option)]) if (one) { one.classList.add("near"); one.scrollIntoView({ block: "nearest" }); }
}

const because = ([needed, found, sentence]) => some([[needed, found].filter(Boolean).join("; "), sentence && make("cite", {}, sentence)]);
function refuse({ refused, reasons = [], error, hints = [], about = "" }) {
  const box = $("against");
  box.hidden = !(refused || error || about || hints.length);
  box.className = error ? "error" : hints.length ? "hints" : refused && about ? "brief" : "";
  for (const [number] of hints) (atPlaceOf(now.options[number]) ?? $("answers").querySelector(`[data-option="${number}"]`))?.classList.add("near");
  box.replaceChildren(...(error ? [make("p", {}, error)] : []), hints.length ? make("p", {}, "The quick policy “sensible” would choose, best first:") : "",
    ...(refused ? [make("p", {}, make("b", {}, refused), reasons.length ? " is not possible now: " : " is possible now", ...because(reasons[0] ?? [])),
      ...reasons.slice(1).map(reason => make("p", {}, ...because(reason)))] : []), about && make("p", {}, about),
    ...hints.map(([number, text, reason]) => make("button", { type: "button", className: "answer", onclick: event => play(number, event) },
      make("b", {}, now.options[number] ? words(now.options[number]) : text), make("small", {}, reason))));
  if (!box.hidden) box.scrollIntoView({ block: "nearest" });
}

const play = (given, event) => { if (isMeant(event)) answer("play", [given], event); };

const ELSEWHERE = { error: "this game was played on in another tab; this is where it stands" };
function answer(name, given = [], event = undefined) {
  if (shownThen() && name !== "go_on") return undefined; // nothing is played in the past
  performance.mark("drawing");
  byKeys = event ? event.detail === 0 : byKeys; // a click by a key has no detail
  const step = now.step, here = sitting, goesOn = name === "go_on";
  if (!goesOn) stopping = /^(un|re)do$/.test(name) && Boolean(now.waits || now.seat === null); // without people policies wait then
  return exclusively(async () => {
    if (here !== sitting || (goesOn && now.step !== step)) return;
    if (await follow()) return goesOn || refuse(ELSEWHERE);
    if (name === "undo") ahead ??= record;
    const told = await ask(name, given, step);
    if (here !== sitting) return !goesOn && told.step && !told.late ? fetchRecord(told) : undefined; // the game was left meanwhile
    if (await follow()) return goesOn || refuse(ELSEWHERE);
    if (told.refused || told.hints) return refuse(told);
    if (told.late && !remote) return;
    if (!goesOn) {
      baseline = now.view ?? baseline;
      sinceAnswer = rows.length;
    }
    if (name === "undo" || name === "redo") baseline = undefined;
    await show(told);
  });
}

async function against(id) {
  const step = now.step;
  await exclusively(async () => refuse({ ...await ask("against", [id], step), refused: nameOf(id), about: now.view.places[id] ? sentence(now, id) : "" }));
}

// On a touch screen, where nothing tells what is pointed at, each place is read before a figure goes there.
const isToRead = event => event.pointerType === "touch" && now.view.pending.forms?.includes("place PLACE NUMBER");

function touch(element, event) { // a place of the board or an item of a seat
  if (!isMeant(event)) return;
  const id = element.dataset.place ?? element.dataset.owned, numbers = optionsOf(id);
  if (event.detail !== 0) byKeys = false;
  if (!numbers.length && element.dataset.owned) openTip(element, element.title);
  else if (!numbers.length && id === inUse(now)) openTip(element, sentence(now, id));
  else if (!numbers.length) against(id);
  else if (numbers.length === 1 && !isToRead(event)) answer("play", numbers, event);
  else {
    refuse({});
    const first = openPop(element, now, numbers, (number, press) => play(number, press));
    if (event.detail === 0) first.focus();
  }
}

for (const id of ["board", "own"]) $(id).onclick = event => {
  const element = event.target.closest("[data-place], [data-owned]"), named = event.target.closest("[title]");
  if (element && now?.options?.length && !shownThen()) touch(element, event);
  else if (element?.dataset.place) openTip(element, sentence(shownThen() ?? now, element.dataset.place)); // while others choose, and in the past
  else if (named) openTip(named, named.title);
};
for (const id of ["others", "moment"]) $(id).onclick = event => { // a seat opens by its row, so its stocks are named once it is open
  const named = event.target.closest(id === "others" ? ".items [title]" : "[title]");
  if (named) openTip(named, named.title);
};
addEventListener("pointerdown", event => {
  if (event.target.closest("#pop, .open")) return;
  const asked = $("pop").querySelector(".answer") && nameOf($("pop").dataset.of);
  if (closePop() && asked) status(`nothing chosen at ${asked}`);
});
addEventListener("keydown", event => {
  if (event.key === "Escape") closePop(true);
  if (event.repeat && event.key === "Enter") event.preventDefault(); // a key that is held down answers once
});
$("pop").onkeydown = event => {
  const buttons = [...$("pop").querySelectorAll("button")], at = buttons.indexOf(document.activeElement);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
  else if (/^\d$/.test(event.key)) buttons.find(button => button.textContent === event.key)?.focus();
  else if (event.key === "Tab") closePop(true);
  else return;
  event.preventDefault();
};
const placeOf = named => Object.entries(facts.places).find(([id, { name }]) => id === named || name === named)?.[0];
const WORDS = { // of the terminal
  board: () => ($("board").querySelector(".glow") ?? $("board").querySelector(".place")).focus(),
  log() {
    $("told").open = true;
    $("log").lastElementChild.focus();
  },
  quit: () => showStart(),
  save: () => $("save").click(),
  score() {
    $("sheet").open = true;
    drawScores(now);
    $("scores").focus();
  },
};
function lookedAt(named) {
  const { seats, zones } = now.view, place = placeOf(named);
  const seat = seats.findIndex((_, at) => named === `${at}` || named === now.names[at].toLowerCase());
  const zone = Object.keys(zones).find(id => named === id || named === facts.named[id]?.toLowerCase());
  const item = Object.entries(facts.items).find(([id, [name]]) => named === id || named === name.toLowerCase());
  if (place) return sentence(now, place);
  if (seat >= 0) return `${seatName(now, seat)}: ${[...document.querySelectorAll(`[data-seat="${seat}"] [aria-label]`)].map(one => one.ariaLabel).join("; ")}`;
  if (zone) return `${facts.named[zone]}: ${zones[zone]} left`;
  if (item) return item[1].slice(0, 4).filter(Boolean).join("; ");
  return `${named ? `nothing here is called “${named}”: ` : ""}look at a place, a seat or a supply: look hut, look 0, look deck`;
}
$("typing").onsubmit = event => {
  event.preventDefault();
  const line = $("typed").value.trim();
  byKeys = true;
  if (busy) return;
  const [word, ...rest] = line.toLowerCase().split(/\s+/);
  const numbered = text => /^\d+$/.test(text) && text > 0 && text <= now.options.length ? text - 1 : undefined;
  if (!line && chosen < 0) return;
  const named = rest.join(" "), place = placeOf(named);
  if (!line) answer("play", [chosen]);
  else if (word === "undo" && /^\d+$/.test(rest[0])) answer(word, [Number(rest[0])]);
  else if (["undo", "redo", "hint"].includes(word)) answer(word);
  else if (["help", "?"].includes(word)) refuse({ about: $("how").textContent });
  else if (word === "look") refuse({ about: lookedAt(named) });
  else if (Object.hasOwn(WORDS, line.toLowerCase())) {
    $("typed").value = "";
    WORDS[line.toLowerCase()]();
  }
  else if (word === "why" && place) against(place);
  else if (word === "why" && rest.length) answer("why", [numbered(named) ?? named]);
  else if (word === "why") refuse({ error: "name an option by its number, a place, or an action: why 3, why hut, why place hut 1" });
  else if (/^\d+$/.test(line) && numbered(line) === undefined) refuse({ error: `the options are numbered 1 to ${now.options.length}` });
  else answer("play", [numbered(line) ?? line]);
};
$("typed").onkeydown = event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !now.options.length) return;
  event.preventDefault();
  reach((chosen + step + now.options.length + (chosen < 0 && step < 0 ? 1 : 0)) % now.options.length);
};
$("sheet").ontoggle = () => {
  if (now?.scores) drawScores(shownThen() ?? now);
  if ($("sheet").open) $("sheet").scrollIntoView({ block: "nearest" });
};
$("help").onclick = () => {
  const looks = facts ? Object.entries(facts.looks).map(([noun, [name]]) => make("li", {}, chip("", noun), ` ${name}`)) : [];
  $("legend").replaceChildren(make("li", {}, chip("", "any"), " any of the four resources"), ...looks);
  $("helping").showModal();
};
$("list").ontoggle = () => { if (now?.options) drawList(now, (number, event) => play(number, event)); };
$("cover").querySelector("button").onclick = event => { if (isMeant(event)) answer("shown", [true], event); };
for (const name of ["undo", "redo", "hint"]) $(name).onclick = event => { if (isMeant(event)) answer(name, [], event); };

openLog({ ask, exclusively, isMeant, isBusy: () => busy > 0 || (now?.waits && !stopping), now: () => now, rows: () => rows, redraw: () => drawTable(now) });

// --- stopping a policy ---

$("stop").onclick = async () => {
  if (isQuick(now)) { // its answer is there before the rules were loaded again
    skip = stopping = true;
    return exclusively(() => {
      if (now?.waits) drawPaused();
      $("stop").hidden = true;
    });
  }
  const game = { name: key, record };
  breakOff(STOPPED);
  status("stopped; the rules are loaded again ...");
  $("stop").hidden = true;
  await exclusively(async () => {
    try {
      await begun();
    } catch (error) {
      return status(`the rules cannot be loaded (${error.message}); the game is kept: load this page again`);
    }
    status("ready");
    if (!now) return listGames(); // the game was left meanwhile
    await fresh(await ask("open", [game.record, null, true]), game.name, game.record, undefined, { paused: true });
  });
};

function drawPaused() { // a policy that waits for a person to say how the game goes on
  const go = name => () => { stopping = false; answer(name, name === "go_on" ? [isAtOnce()] : []); };
  $("play").inert = false;
  $("answers").replaceChildren(make("p", {}, `${whoseTurn(now)} was stopped.`), make("div", { className: "buttons" },
    make("button", { className: "confirm", onclick: go("go_on") }, "let it think again"),
    make("button", { onclick: go("stand_in") }, "have sensible choose for it")));
  status(`${whoseTurn(now)} was stopped`);
}

// --- beginning ---

if (remote) $("start").hidden = true;
else {
  drawForm();
  showStartUnlessKept();
}

function showStartUnlessKept() {
  const kept = location.hash.startsWith("#game=") || ofTab?.getItem("key");
  if (!kept) showStart();
  else $("start").hidden = true;
}

async function sitDown() { // at a room, which says when something is new
  await attempt(async () => fresh(await ask("shown")));
  sinceAnswer = rows.length;
  remote.listen(setup.seat, step => now?.step !== step && exclusively(async () => {
    const told = await ask("shown");
    if (told.step !== now?.step) await (now?.seat === null ? fresh(told) : show(told));
  }), answer);
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
  } else if (own && keptAs(own)) await attempt(() => resumeKept(own));
  else showStart();
}

try {
  await begun();
  await (remote ? sitDown() : begin());
  let isFilled = false;
  $("table").addEventListener("input", () => { isFilled = true; });
  if (!remote) keepOffline(fetched, () => !now && !busy && !isFilled).catch(() => { /* not without a network then */ });
} catch (error) {
  status(`the table cannot be loaded: ${error.message}`);
}
addEventListener("hashchange", () => { if (location.hash.startsWith("#game=")) begin(); });
