// Draws the question: answers at places on the board, goods and tools one by one, and buttons for all else.

import { $, make, some, facts, nameOf, chip, chips, die, figure, card, faces, sentence } from "./board.js";

const MOST_NUMBERS = 20; // above that, a field in place of buttons
const FEW = 4; // so many answers in goods or tools are buttons; more of them are put together piece by piece
const STOCK = new Set(["pay", "give", "tools"]); // what is taken from the own stock
const VERBS = { resolve: "", place: "", "take-back": "take the goods back", tools: "tools" };

// --- what an option is about: [kind, arguments, what it brings] ---

const isGoods = ([, args]) => args.length > 0 && args.every(arg => Array.isArray(arg) && typeof arg[0] === "string" && typeof arg[1] === "number");
const isTools = ([kind, args]) => kind === "tools" && Array.isArray(args[0]);
export const isAtPlace = ([, args]) => typeof args[0] === "string" && args[0] in facts.places;
const isNumber = ([, args], { view }) => args.length === 1 && typeof args[0] === "number" && !view.pending.dice;
const verb = kind => VERBS[kind] ?? kind.replaceAll("-", " ");

export function words([kind, args]) { // an option in words, with the names of the board
  const said = arg => Array.isArray(arg) ? (typeof arg[0] === "string" && typeof arg[1] === "number" ? `${arg[1]} ${nameOf(arg[0])}` : arg.map(said).join("+")) : typeof arg === "number" ? `${arg}` : nameOf(arg);
  if (kind === "tools" && Array.isArray(args[0])) return `tools ${args.flat().length ? args.flat().map(said).join("+") : "none"}`;
  if (kind === "place" && facts.places[args[0]]) { // one circle needs no number
    return nameOf(args[0]) + (facts.places[args[0]].circles === 1 ? "" : `, ${args[1]} figure${args[1] === 1 ? "" : "s"}`);
  }
  return [verb(kind), args.map(said).join(args.every(Array.isArray) ? ", " : " ")].filter(Boolean).join(" ");
}

function face(option, told) { // an option on a button
  const [kind, args, brings] = option, made = [];
  if (isTools(option)) {
    made.push(args.flat().length ? "" : "no tools", ...args[0].map(value => chip(value, "tool")), ...args[1].flatMap(id => chips(facts.items[id]?.[2] ?? nameOf(id))));
  } else if (isGoods(option)) made.push(`${verb(kind)} `, ...args.map(([good, count]) => chip(count, good)));
  else if (told.view.pending.dice && args.length === 1 && typeof args[0] === "number") made.push(die(args[0]));
  else made.push(brings && words(option).includes(brings) ? verb(kind) : words(option)); // a name that says what it brings is not needed
  return some([make("span", { className: "said" }, ...made), brings && make("span", { className: "effect" }, ...(made.length ? ["→ "] : []), ...chips(brings)), isInVain(option, told) && make("small", {}, "no more than without")]);
}

const amountOf = ([, , brings]) => Number(/= (\d+)/.exec(brings)?.[1] ?? 0); // what a roll comes to with tools
const spentIn = ([, args]) => args.flat().length;
const byGain = (one, other) => amountOf(one) - amountOf(other) || spentIn(one) - spentIn(other);
const isInVain = (option, told) => isTools(option) && spentIn(option) > 0 && amountOf(option) > 0
  && told.options.some(other => !spentIn(other) && amountOf(other) === amountOf(option));

// --- amounts at a place ---

export function closePop(focus = false) {
  const pop = $("pop");
  if (pop.hidden) return false;
  pop.hidden = true;
  const place = document.querySelector(".open");
  place?.classList.remove("open");
  if (focus) place?.focus();
  return true;
}

function popAt(element, label, ...inner) {
  closePop();
  const pop = $("pop");
  pop.dataset.of = element.dataset.place ?? "";
  pop.setAttribute("aria-label", label);
  pop.replaceChildren(...some(inner));
  element.classList.add("open");
  pop.hidden = false;
  pop.style.left = 0; // it is measured where it has room
  const box = element.getBoundingClientRect(), { width, height } = pop.getBoundingClientRect();
  const left = Math.max(6, Math.min(innerWidth - width - 6, box.left + box.width / 2 - width / 2));
  const aside = document.querySelector("aside").getBoundingClientRect(), floor = aside.left > box.left ? innerHeight : aside.top; // the own stocks stay in view
  const below = box.bottom + height + 6 < floor ? box.bottom + 2 : Math.max(6, box.top - height - 2);
  pop.style.left = `${left}px`;
  pop.style.top = `${below}px`;
  return pop;
}

export const openTip = (element, text) => popAt(element, text, make("span", { className: "tip" }, text)); // what something is

const inWords = id => [facts.items[id][2], facts.items[id][3] && `shows ${facts.items[id][3]}`].filter(Boolean).join("; ");

export function openPop(element, told, numbers, act) {
  const id = element.dataset.place ?? element.dataset.owned, place = told.view.places[id];
  const simple = numbers.every(number => typeof told.options[number][1][1] === "number");
  const isPlacing = numbers.every(number => told.options[number][0] === "place");
  const title = numbers.length === 1 ? nameOf(id) : isPlacing ? `${nameOf(id)}: how many figures?` : `${nameOf(id)}: ${told.view.pending.prompt}`;
  const pop = popAt(element, title, make("b", {}, title), place?.item && card(place.item, place), place?.item && make("small", {}, inWords(place.item)), make("div", { className: simple ? "amounts" : "amounts wide" }, ...numbers.map(number => {
    const [, args, brings] = told.options[number];
    return make("button", { type: "button", className: "answer", data: { option: number }, title: brings, "aria-label": simple ? `${args[1]}${brings ? `: ${brings}` : ""}` : undefined, onclick: event => act(number, event) },
      ...(simple ? [make("b", {}, numbers.length === 1 ? `place ${args[1]} here` : `${args[1]}`)] : face(told.options[number], told)));
  }), make("button", { type: "button", onclick: () => closePop(true) }, "cancel")));
  return pop.querySelector("button");
}

// --- goods and tools, piece by piece ---

function composed(told, numbers, act, { kind, keys, countsOf, piece, most }) {
  const vectors = numbers.map(number => ({ number, counts: keys.map(key => countsOf(told.options[number], key)) }));
  let now = STOCK.has(kind) || kind === "take" ? keys.map(() => 0) : [...vectors[0].counts];
  const fits = counts => vectors.filter(one => one.counts.every((count, at) => count >= counts[at]));
  const same = () => vectors.find(one => one.counts.every((count, at) => count === now[at]));
  const distance = (one, other) => one.reduce((sum, count, at) => sum + Math.abs(count - other[at]), 0);
  const next = at => { // with one more of a piece: as it is if it can be completed, or else the nearest answer that has it
    const more = now.map((count, other) => count + (other === at));
    if (fits(more).length) return more;
    return vectors.filter(one => one.counts[at] === more[at]).sort((one, other) => distance(one.counts, more) - distance(other.counts, more))[0]?.counts;
  };
  const rows = keys.map((key, at) => {
    const count = make("output", {}), step = by => { now = by > 0 ? [...next(at)] : now.map((value, other) => value - (other === at)); draw(); };
    const fewer = make("button", { type: "button", "aria-label": `less ${piece(key).label}`, onclick: () => step(-1) }, "−");
    const more = make("button", { type: "button", "aria-label": `more ${piece(key).label}`, onclick: () => step(1) }, "+");
    return { at, count, fewer, more, row: make("div", { className: "piece" }, piece(key).drawn, fewer, count, more) };
  });
  const button = make("button", { type: "button", className: "answer confirm", onclick: event => act(same().number, event) });
  function draw() {
    const exact = same();
    for (const { at, count, fewer, more } of rows) {
      count.textContent = now[at];
      fewer.disabled = !now[at];
      more.disabled = !next(at);
    }
    button.disabled = !exact;
    const missing = exact ? 0 : Math.min(...fits(now).map(one => distance(one.counts, now)));
    button.replaceChildren(...(exact ? face(told.options[exact.number], told) : [`${verb(kind)}: ${missing} more`]));
  }
  draw();
  return make("div", { className: `composed ${most > 1 ? "" : "single"}`, role: "group", "aria-label": `${verb(kind)}, one by one` }, make("div", { className: "rows" }, ...rows.map(one => one.row)), button);
}

function ofGoods(told, kind, numbers, act) {
  const goods = Object.keys(told.view.seats[told.seat].goods).filter(good => numbers.some(number => told.options[number][1].some(([one]) => one === good)));
  const countsOf = ([, args], good) => args.find(([one]) => one === good)?.[1] ?? 0;
  const held = told.view.seats[told.seat].goods;
  return composed(told, numbers, act, { kind, keys: goods, countsOf, piece: good => ({ label: nameOf(good), drawn: make("span", {}, chip("", good, { label: nameOf(good) }), STOCK.has(kind) ? ` of ${held[good]}` : ` ${nameOf(good)}`) }) });
}

function ofTools(told, numbers, act) {
  const keys = [...new Set(numbers.flatMap(number => told.options[number][1].flat()))];
  const countsOf = ([, args], key) => args.flat().filter(one => one === key).length;
  const piece = key => typeof key === "number" ? { label: `tool of ${key}`, drawn: chip(key, "tool") } : { label: nameOf(key), drawn: make("span", { className: "drawn" }, ...chips(facts.items[key]?.[2] ?? nameOf(key))) };
  return composed(told, numbers, act, { kind: "tools", keys, countsOf, piece });
}

function ofNumbers(told, kind, numbers, act) {
  const values = new Map(numbers.map(number => [told.options[number][1][0], number]));
  const field = make("input", { type: "number", min: Math.min(...values.keys()), max: Math.max(...values.keys()), "aria-label": verb(kind) });
  const button = make("button", { type: "button", className: "answer confirm", disabled: true, onclick: event => act(values.get(Number(field.value)), event) }, verb(kind));
  field.oninput = () => { button.disabled = !field.value || !values.has(Number(field.value)); };
  field.onkeydown = event => { if (event.key === "Enter") button.click(); };
  return make("div", { className: "buttons" }, `${field.min} to ${field.max}:`, field, button);
}

// --- the question ---

export function drawAnswers(told, act) {
  const groups = new Map(), plain = [];
  told.options.forEach((option, number) => {
    if (isAtPlace(option)) return;
    const sort = isGoods(option) ? `goods ${option[0]}` : isTools(option) ? "tools" : isNumber(option, told) ? `number ${option[0]}` : "";
    if (!sort) plain.push(number);
    else groups.set(sort, [...(groups.get(sort) ?? []), number]);
  });
  const button = number => make("button", { type: "button", className: "answer", data: { option: number }, onclick: event => act(number, event) }, ...face(told.options[number], told));
  const lines = numbers => make("div", { className: "buttons lines" }, ...numbers.sort((one, other) => byGain(told.options[one], told.options[other])).map(button));
  const buttons = numbers => make("div", { className: "buttons" }, ...numbers.map(button));
  const forms = [...groups].map(([sort, numbers]) => sort.startsWith("number ") ? numbers.length <= MOST_NUMBERS ? buttons(numbers) : ofNumbers(told, sort.slice(7), numbers, act)
    : numbers.length <= FEW ? sort === "tools" ? lines(numbers) : buttons(numbers) : sort === "tools" ? ofTools(told, numbers, act) : ofGoods(told, sort.slice(6), numbers, act));
  const many = told.options.some(isAtPlace);
  $("answers").replaceChildren(...some([...forms, plain.length > 0 && buttons(plain),
    many && make("p", { className: "note" }, "Choose a marked place on the board.")]));
}

const briefOf = (told, [, args, brings]) => { // what an answer brings; of a place with an item, the item and its price
  const { item, price } = told.view.places[args[0]] ?? {};
  return brings || (item ? `${nameOf(item)}${price && `, costs ${price}`}` : "");
};

export function drawList(told, act) {
  $("options").replaceChildren(...($("list").open ? told.options : []).map((option, number) => make("li", {},
    make("button", { type: "button", data: { option: number }, onclick: event => act(number, event) },
      make("span", { className: "number" }, `${number + 1}`), words(option), make("small", {}, briefOf(told, option))))));
}

export function drawAbout(told) { // the item in question, and the dice of a choice
  const { pending } = told.view;
  $("about").replaceChildren(...(pending.item && pending.item in facts.items ? [card(pending.item, { price: told.view.places[pending.place]?.price })] : []),
    ...(pending.more?.dice_table in facts.tables && !pending.item ? [faces(pending.more.dice_table)] : []));
}

export function rollOf(rows, place) { // what one roll brought, as dice
  const [, seat, , { dice }] = rows[0];
  const total = rows.find(([event]) => event === "total")?.[3], gains = rows.filter(([event, by]) => event === "gain" && by === seat);
  const added = total ? total.total - dice.reduce((sum, one) => sum + one, 0) : 0;
  return make("div", { className: "roll" }, seat === null ? "" : figure(seat), place && make("span", {}, `${nameOf(place)}:`), make("span", { role: "img", "aria-label": `dice: ${dice.join(", ")}` }, ...dice.map(die)),
    added > 0 && chip(`+${added}`, "tool"), added < 0 && `− ${-added}`,
    total && make("span", {}, `= ${total.total}${total.divide > 1 ? ` ÷ ${total.divide} =` : ""}`), total?.divide > 1 && !gains.length && `${total.yield}`, ...gains.slice(0, 2).map(([, , , { good, count }]) => chip(`${count}`, good)));
}
