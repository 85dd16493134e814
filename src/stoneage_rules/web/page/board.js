// Draws what can be seen of a game as HTML: places with their cards, stocks, seats, dice. It knows no rule of the game.

export const $ = id => document.getElementById(id);
export const some = parts => parts.filter(part => part !== undefined && part !== null && part !== false && part !== "");
export function make(tag, facts = {}, ...inner) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (name.includes("-") || name === "role") value === undefined || made.setAttribute(name, value);
    else if (name === "data") Object.assign(made.dataset, value);
    else made[name] = value;
  }
  made.append(...some(inner));
  return made;
}

export let facts; // of the game, told once
export const setFacts = told => {
  const divided = text => text.replaceAll(" / ", " ÷ ").replace(/\w+(-\w+)+/g, id => id in told.tables ? id : told.named[id] ?? id).replace(/^(\w+) face down$/, "draw 1 $1");
  for (const [id, [name, circles, brings, opening, owned, row]] of Object.entries(told.places)) told.places[id] = { name: divided(name), circles, brings: divided(brings), opening, owned, row };
  for (const item of Object.values(told.items)) item.splice(0, 3, divided(item[0]), item[1], divided(item[2]));
  facts = told;
};
export const nameOf = id => facts.places[id]?.name ?? facts.items[id]?.[0] ?? facts.looks[id]?.[0] ?? facts.named[id] ?? id.replaceAll("-", " ");
export const seatName = (told, seat) => told.names[seat] || `seat ${seat}`;
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// --- glyphs, chips and dice ---

const SVG = "http://www.w3.org/2000/svg";
const drawings = new Map(); // made once each, and copied
function drawing(box, ...paths) {
  const key = `${box}${paths}`;
  if (!drawings.has(key)) drawings.set(key, newDrawing(box, paths));
  return drawings.get(key).cloneNode(true);
}
function newDrawing(box, paths) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("aria-hidden", "true");
  for (const [d, fill] of paths) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    if (fill) path.setAttribute("fill", fill);
    svg.append(path);
  }
  return svg;
}

const ANY = [["M1 1h7v7h-7z", "#7a4b1e"], ["M8 1h7v7h-7z", "#b5523b"], ["M1 8h7v7h-7z", "#5d6a75"], ["M8 8h7v7h-7z", "#d9a400"]];
const PIPS = { 1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679" };

export function die(face) {
  const at = [...(PIPS[face] ?? "")].map(place => [4.5 + 3.5 * ((place - 1) % 3), 4.5 + 3.5 * Math.floor((place - 1) / 3)]);
  const pips = at.map(([x, y]) => `M${x - 1.4} ${y}a1.4 1.4 0 1 1 2.8 0a1.4 1.4 0 1 1-2.8 0`).join("");
  const made = drawing("0 0 16 16", ["M3 .5h10q2.5 0 2.5 2.5v10q0 2.5-2.5 2.5h-10q-2.5 0-2.5-2.5v-10q0-2.5 2.5-2.5", "#fffdf6"], [pips, "#222222"]);
  made.classList.add("die");
  return made;
}

export function figure(seat, facts_ = {}) {
  const [colour, path] = facts.seats[seat];
  const made = drawing("-1.5 -3 19 20", [path, colour]);
  made.classList.add("figure");
  if (facts_.isNew) made.classList.add("new");
  made.dataset.figure = seat;
  return made;
}

function ink(colour) { // black or white, whichever can be read on a ground
  const parts = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16) / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] > 0.179 ? "#000000" : "#ffffff";
}

const inks = new Map();
function coloured(colour) {
  if (!inks.has(colour)) inks.set(colour, `--ground:${colour};--ink:${ink(colour)}`);
  return inks.get(colour);
}

export function chip(count, noun, { label, change, ...more } = {}) {
  const [name, colour, glyph] = noun === "any" ? ["any resource", "#e8e0cf", ""] : facts.looks[noun] ?? [noun, "#e8e0cf", ""];
  const made = make("span", { className: "chip", title: label ?? `${count} ${name}`.trim(), ...more }, count === "" ? "" : make("b", {}, `${count}`));
  made.style.cssText = coloured(colour);
  if (noun === "any") made.append(drawing("0 0 16 16", ...ANY));
  else if (glyph) made.append(drawing("0 0 16 16", [glyph]));
  else made.append(` ${name}`);
  const changes = [change].flat().filter(Boolean).map(one => one > 0 ? `+${one}` : `−${-one}`);
  if (changes.length) made.append(make("i", { className: changes.length > 1 ? "change both" : "change" }, changes.join(" ")));
  return made;
}

const NOUNS = { die: "dice", resource: "any", resources: "any", point: "points", tools: "tool", figures: "figure" };
const LOOSE = new Set(["tool", "figure", "figures", "die", "tools"]); // nouns of sentences, too: chips with a number alone

export function chips(text) { // words as chips, where a noun has looks, with the number before it
  const parts = [];
  let count = "", words = [];
  const flush = () => { if (words.length) parts.push(make("span", { className: "words" }, words.join(" "))); words = []; };
  const short = text.replace(/\+\((?:the )?(.*?)\)/g, "= $1").replace(/a tool of (\d+) for one roll/, "$1 tool once").replace(/^a tool$/, "1 tool").replace(/ of (\d) kind/, " $1 kind");
  for (const word of [...short.split(" "), ""]) {
    const bare = word.replace(/[,;:]$/, ""), noun = NOUNS[bare] ?? bare;
    const known = noun && bare !== "any" && (noun === "any" || facts.looks[noun]) && !(LOOSE.has(bare) && !count);
    if (known) {
      flush();
      parts.push(chip(count, noun, { label: `${count} ${nameOf(noun)}`.trim() }));
    } else if (count) words.push(count);
    count = /^[+-]?\d+$/.test(word) ? word : "";
    if (word && !known && !count) words.push(word);
  }
  flush();
  return parts;
}

// --- places ---

const WIDE = 10; // the most circles that are drawn one by one

function circles(place, about, before) {
  const isFull = about.circles === null && place.figures.reduce((sum, count) => sum + count, 0) > 6; // so that the row keeps its height
  const figures = place.figures.flatMap((count, seat) => {
    const fresh = before ? count - (before.figures?.[seat] ?? 0) : 0;
    return count > (isFull ? 1 : 5) ? [[seat, count, fresh > 0]] : Array.from({ length: count }, (_, at) => [seat, 1, at >= count - fresh]);
  });
  const taken = place.figures.reduce((sum, count) => sum + count, 0);
  const made = figures.map(([seat, count, isNew]) => make("span", { className: isNew ? "spot new" : "spot" }, figure(seat, { isNew }), count > 1 ? `×${count}` : ""));
  const free = about.circles === null ? 0 : about.circles - taken;
  for (let at = 0; at < Math.min(free, WIDE); at += 1) made.push(make("i", { className: "free" }));
  if (about.circles === null) made.push(make("i", { className: "free any" }, "+"));
  return make("span", { className: "circles" }, ...made);
}

export function faces(id) { // the table of a dice card: what each face brings
  const table = facts.tables[id];
  return make("span", { className: "faces" }, ...Object.entries(table).map(([face, brought]) => make("span", {}, die(face), ...chips(brought.replace(/^\+/, "")))));
}

const KIND_ART = { building: "M8 1l8 7h-2v7h-4v-5h-4v5h-4v-7h-2z", igloo: "M1 14a7 8 0 0 1 14 0h-5v-4h-4v4z" }; // our own drawings
function artOf(look) {
  const art = drawing("0 0 16 16", [look]);
  art.classList.add("art");
  return art;
}

export function card(id, { price = "" } = {}) {
  const [, kind, brings, shows, isVerified] = facts.items[id];
  const table = Object.keys(facts.tables).find(one => brings.endsWith(`: ${one}`));
  const look = KIND_ART[kind] ?? facts.looks[shows.split(" ").at(-1)]?.[2];
  return make("span", { className: `card kind-${kind}`, data: { item: id } }, look && artOf(look),
    price && make("span", { className: "price" }, ...chips(price)),
    make("span", { className: "gain" }, ...chips(table ? brings.replace(` ${table}`, "").replace(/:$/, "") : brings), table && faces(table)),
    shows && make("span", { className: "shows" }, ...chips(shows)),
    !isVerified && make("small", { className: "doubt", title: "some of its values are not verified" }, "*"));
}

export function sentence(told, id) { // all about a place, for who hears it
  const about = facts.places[id], place = told.view.places[id];
  const taken = place.figures.map((count, seat) => count && `${counted(count, "figure")} of ${seatName(told, seat)}`).filter(Boolean);
  const free = about.circles === null ? "any number of figures" : `${about.circles - place.figures.reduce((sum, count) => sum + count, 0)} of ${about.circles} free`;
  const item = place.item && `${nameOf(place.item)}${place.price ? `, costs ${place.price}` : ""}`;
  return [`${about.name}:`, [about.brings, item, ...taken, free, place.pile && `${place.pile} more below`, about.opening].filter(Boolean).join("; ")].join(" ");
}

function tile(told, id, before, count, drawn, known) {
  const about = facts.places[id], place = told.view.places[id];
  const moved = before && before.item !== place.item && place.item, how = known.has(place.item) ? " slid" : " came";
  const glows = count > 0;
  const made = make("button", {
    type: "button", className: `place${about.row ? " spread" : ""}${glows ? " glow" : ""}${moved ? how : ""}${moved && !drawn.has(place.item) ? " comes" : ""}`, tabIndex: glows ? 0 : -1, data: { place: id },
    "aria-label": sentence(told, id) + (glows ? `; ${counted(count, "answer")}` : ""),
  }, make("span", { className: "name" }, about.owned ? "workplace" : about.name, place.pile > 0 && make("small", { className: "pile", title: `${counted(place.pile, "more tile")} below` }, `${place.pile}`)));
  if (about.brings) made.append(make("span", { className: "brings" }, ...chips(about.brings)));
  if (place.item) made.append(card(place.item, place));
  else if (about.row) made.append(make("span", { className: "card empty" }));
  if (about.opening) made.append(make("small", {}, about.opening));
  made.append(circles(place, about, before));
  const look = about.brings.split(" ").filter(word => word !== "dice").map(word => facts.looks[word]).find(Boolean);
  if (look) {
    made.style.setProperty("--tint", look[1]);
    made.prepend(artOf(look[2]));
  }
  return made;
}

export function drawBoard(told, optionsOf, baseline) {
  const { view } = told, owned = new Set(view.seats.flatMap(seat => seat.items));
  const isThere = id => !facts.places[id].owned || owned.has(id);
  const drawn = new Set([...$("board").querySelectorAll("[data-item]")].map(one => one.dataset.item));
  const known = new Set(Object.values(baseline?.places ?? {}).map(({ item }) => item));
  const lines = facts.lines.map(line => line.filter(isThere)).filter(line => line.length);
  $("board").classList.toggle("roomy", lines.length < 4);
  $("board").classList.toggle("few", lines.length < 4 && view.seats.length < 4);
  $("board").replaceChildren(...lines.map(line => {
    const groups = [];
    for (const id of line) {
      const row = facts.places[id].row;
      if (groups.at(-1)?.row !== row) groups.push({ row, ids: [] });
      groups.at(-1).ids.push(id);
    }
    return make("div", { className: "line" }, ...groups.map(group => {
      const tiles = group.ids.map(id => tile(told, id, baseline?.places[id], optionsOf(id).length, drawn, known));
      const made = make("div", { className: group.row ? "group rowed" : "group" }, ...tiles);
      made.style.setProperty("--count", tiles.length);
      return made;
    }));
  }));
  const below = Object.values(view.places).reduce((sum, { pile }) => sum + (pile || 0), 0); // a zone with tiles of the box says nothing of the game's length
  const phase = facts.named[view.phase] ?? view.phase ?? "set-up";
  $("moment").replaceChildren(...some([
    make("b", {}, view.is_over ? "The game is over" : `Round ${view.round}: ${phase}`),
    make("span", {}, view.is_over ? "" : `${seatName(told, view.first)} starts`),
    ...Object.entries(view.zones).filter(([zone, left], at) => (left || !at) && !(below && facts.named[zone].includes(","))).map(([zone, left]) => make("span", { data: { zone, left }, title: `${facts.named[zone]}: ${left}` }, make("b", {}, `${left}`), ` ${facts.named[zone].split(",")[0]}`)),
    below > 0 && make("span", { title: `${below} tiles in the stacks, below the open ones` }, make("b", {}, `${below}`), " tiles below")]));
}

// --- seats ---

const changeOf = (now, then, of) => then ? (of(now) ?? 0) - (of(then) ?? 0) : 0;

function stocks(told, seat, then, isOwn) {
  const now = told.view.seats[seat];
  const moved = good => told.moved?.[`${seat} ${good}`] ?? changeOf(now, then, seat => seat.goods[good]); // what came and what went
  const one = (count, noun, of, label) => chip(count, noun, { change: typeof of === "function" ? changeOf(now, then, of) : of, label, role: "img", "aria-label": label });
  return [
    ...Object.entries(now.goods).map(([good, count]) => one(count, good, moved(good), `${count} ${nameOf(good)}`)),
    one(`${now.at_home}/${now.figures}`, "figure", seat => seat.figures, `${now.at_home} of ${counted(now.figures, "figure")} at home`),
    ...Object.entries(now.tracks).map(([track, level]) => one(level, track, seat => seat.tracks[track], `${nameOf(track)} ${level} of ${facts.tracks[track]}`)),
    now.tools.length > 0 && toolbox(now.tools, changeOf(now, then, seat => seat.tools.reduce((sum, [value]) => sum + value, 0))),
    ...(isOwn ? [] : now.unspent).map(id => make("span", { className: "once", title: `${nameOf(id)}: its use is still to come`, role: "img", "aria-label": `${nameOf(id)}: its use is still to come` }, ...chips(facts.items[id][2]))),
  ];
}

function toolbox(tools, change) { // all tools in one chip; used ones are struck out
  const label = tools.map(([value, used]) => `tool of ${value}${used ? ", used this round" : ""}`).join("; ");
  const made = chip("", "tool", { label, change, role: "img", "aria-label": label });
  made.prepend(...tools.flatMap(([value, used], at) => some([at > 0 && "+", make("b", { className: used ? "used" : "" }, `${value}`)])));
  return made;
}

const isWorth = brings => brings.includes("value paid"); // a building whose points are known only once it is paid

function ownedItem([id, times, down], isUnspent, count, points) {
  const [name, , brings, shows] = facts.items[id];
  const label = name + (down ? ", face down" : "") + (isUnspent ? ", its use is still to come" : "") + (times > 1 ? `; ${times} of them` : "");
  return make(count ? "button" : "span", { className: `item${count ? " glow" : ""}${isUnspent ? " unspent" : ""}${down ? " down" : ""}`, title: label, data: { owned: id }, "aria-label": label, role: count ? undefined : "img" },
    ...(isWorth(brings) && points ? [chip(points, "points")] : chips(isUnspent ? `${brings.replace("once, at any time: ", "")} ${shows}` : shows || brings.split(",")[0])), times > 1 && `×${times}`, isUnspent && make("i", {}, "unused"));
}

function owned(told, seat, optionsOf) {
  const now = told.view.seats[seat], countOf = id => optionsOf ? optionsOf(id).length : 0;
  const piles = new Map(); // items by kind and look: equal ones are drawn once, with their number
  for (const [ids, down] of [[now.items, false], [now.face_down, true]]) for (const id of ids) {
    const [, kind, brings, shows] = facts.items[id], isSingle = countOf(id) > 0 || now.unspent.includes(id) || isWorth(brings);
    const look = [kind, shows.split(" ").at(-1), shows || brings, down, isSingle && id].join();
    piles.set(look, [id, (piles.get(look)?.[1] ?? 0) + 1, down]);
  }
  const made = [...piles].sort(([one], [other]) => one.localeCompare(other)).map(([, pile]) => ownedItem(pile, now.unspent.includes(pile[0]), countOf(pile[0]), told.built?.[pile[0]]));
  for (const [kind, count] of Object.entries(now.hidden)) {
    const others = count - now.face_down.length;
    if (others > 0) made.push(make("span", { className: "item down" }, `${counted(others, kind)} face down`));
  }
  made.push(...now.marks.map(mark => make("span", { className: "item mark" }, nameOf(mark))));
  return made;
}

function heading(told, seat) {
  const { view } = told;
  return make("span", { className: "who" }, figure(seat), make("b", {}, seatName(told, seat)),
    view.first === seat && make("span", { className: "starts", title: "starts this round", role: "img", "aria-label": "starts this round" }, make("span", { className: "word" }, "starts")));
}

function worth(told, seat, then) {
  const points = told.view.seats[seat].points, total = told.totals[seat];
  return [
    chip(points, "points", { change: changeOf(told.view.seats[seat], then, one => one.points), label: `${points} points on the track`, role: "img", "aria-label": `${points} points on the track` }),
    total !== undefined && make("span", { className: "sum-now", title: `${total} points if the game ended now`, role: "img", "aria-label": `${total} points if the game ended now` }, make("span", { className: "word" }, "total "), `${total}`),
  ];
}

export function drawSeats(told, own, optionsOf, baseline) {
  const open = new Set([...$("others").querySelectorAll("details[open]")].map(one => one.dataset.seat));
  const seats = told.view.seats.map((_, seat) => seat);
  $("others").replaceChildren(...seats.filter(seat => seat !== own).map(seat => {
    const acts = told.seat === seat, things = owned(told, seat), { items, hidden } = told.view.seats[seat];
    const all = [...items.map(id => facts.items[id][1]), ...Object.entries(hidden).flatMap(([kind, count]) => Array(count).fill(kind))];
    const words = [...new Set(all)].map(kind => counted(all.filter(one => one === kind).length, kind)).join(", ") || "no cards";
    return make("details", { className: acts ? "seat acts" : "seat", open: open.has(`${seat}`), data: { seat } },
      make("summary", {}, heading(told, seat), ...some([...worth(told, seat, baseline?.seats[seat]), make("span", { className: "break" }), ...stocks(told, seat, baseline?.seats[seat])]),
        make("span", { className: "count", data: { count: all.length }, role: "img", "aria-label": words, title: words }, make("span", { className: "word" }, words))),
      make("div", { className: "items" }, ...things));
  }));
  $("own").hidden = own === null || own < 0;
  if ($("own").hidden) return;
  const things = owned(told, own, optionsOf);
  $("own").className = told.seat === own ? "acts" : "";
  $("own").dataset.seat = own;
  $("own").replaceChildren(
    make("div", { className: "stocks" }, heading(told, own), ...some(worth(told, own, baseline?.seats[own])), make("span", { className: "break" }), ...some(stocks(told, own, baseline?.seats[own], true))),
    make("div", { className: "items" }, ...things));
}

// --- scores ---

export function drawScores(told) {
  const head = make("tr", {}, make("th", { scope: "col" }, "points"), ...told.names.map((_, seat) => make("th", { scope: "col" }, seatName(told, seat))));
  $("scores").replaceChildren(make("table", {}, head, ...told.scores.map(([name, ...cells]) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...cells.map(cell => make("td", {}, cell))))));
}

export function podium(told) {
  const order = told.totals.map((total, seat) => ({ total, seat })).sort((one, other) =>
    told.view.winners.includes(other.seat) - told.view.winners.includes(one.seat) || other.total - one.total);
  return make("ol", { className: "podium", "aria-label": "final places" }, ...order.map(({ total, seat }, at) => {
    const won = told.view.winners.includes(seat), place = told.view.winners.length ? at + 1 : 4; // nobody has a place where nobody wins
    return make("li", { className: won ? "step first" : `step place-${Math.min(place, 4)}` },
      make("span", { className: "rank" }, won ? "1" : told.view.winners.length ? `${place}` : "–"), figure(seat), make("b", {}, seatName(told, seat)), make("span", { className: "sum" }, `${total} points`));
  }));
}
