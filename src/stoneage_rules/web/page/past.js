// The past: a line of the log shows its moment. Nothing can be played there, and Escape shows the present again.

import { $, make, drawBoard, drawSeats, drawScores, seatName } from "./board.js";
import { rollOf } from "./asking.js";

const WAITING = ["undo", "redo", "hint"]; // buttons that mean the present
let table; // the page's state, and how to ask the rules
let moment; // what is shown of the past; undefined in the present
let before = {}; // the status and the buttons of the present

export const shownThen = () => moment;

export function openLog(given) {
  table = given;
  $("log").onclick = event => {
    const line = event.target.closest("#log > button");
    if (line) look([...$("log").children].indexOf(line));
  };
  $("log").onkeydown = event => {
    if (event.key === "Escape" && !moment) $("typed").focus();
    const lines = [...$("log").children], at = lines.indexOf(document.activeElement), last = lines.length - 1;
    const next = at < 0 ? { ArrowUp: last, Enter: last }[event.key] : { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    lines[Math.max(0, Math.min(last, next))]?.focus();
    event.preventDefault();
  };
  addEventListener("keydown", event => {
    if (!moment) return;
    if (event.key === "Escape") present();
    else if (event.key === "ArrowLeft") earlier();
    else if (event.key === "ArrowRight") later();
    else return;
    event.preventDefault();
  });
}

const earlier = () => look(moment.rows[0] - 1);
const later = () => moment.rows[1] < table.rows().length ? look(moment.rows[1]) : present();

function look(row) {
  const here = table.now();
  if (table.isBusy() || !here?.view || row < 0) return;
  table.exclusively(async () => {
    const told = await table.ask("moment", [row]);
    if (table.now() !== here) return;
    if (told.view.is_over) told.rows[1] = table.rows().length; // and the result
    if (!moment) before = { status: $("status").textContent, disabled: WAITING.map(id => $(id).disabled) };
    moment = { ...here, ...told, options: [], seat: told.view.pending?.seat ?? null };
    draw();
  });
}

function draw() {
  const nothing = () => [], { view, rows: [first, end] } = moment, asked = moment.before.pending;
  const some = table.rows().slice(first, end), rolls = some.flatMap(([event], at) => event === "roll" ? [some.slice(at, at + 5)] : []);
  $("play").classList.add("past");
  $("question").hidden = true;
  for (const id of WAITING) $(id).disabled = true;
  drawBoard(moment, nothing, moment.before);
  drawSeats(moment, view.viewer, nothing, moment.before);
  $("sheet").querySelector("summary").textContent = "Scores, if the game had ended then";
  if ($("sheet").open) drawScores(moment);
  const about = !first ? "The game is set up." : asked.is_chance ? `Chance decides: ${asked.prompt}.` : `${seatName(moment, asked.seat)} is asked: ${asked.prompt}.`;
  $("then").hidden = false;
  $("then").replaceChildren(
    make("div", { role: "status" }, make("h2", {}, `The past, ${view.round ? `round ${view.round}` : "before the first round"}`), make("p", { className: "about" }, about),
      ...rolls.map(roll => rollOf(roll)), ...some.map(([, , text]) => make("p", {}, text))),
    make("div", { className: "buttons" },
      make("button", { type: "button", disabled: !first, onclick: earlier }, "← earlier"),
      make("button", { type: "button", onclick: later }, "later →"),
      make("button", { type: "button", className: "confirm", onclick: event => { if (table.isMeant(event)) present(); } }, "back to now (Esc)")));
  markLines(first, end);
  $("status").textContent = "the past: nothing can be played here";
}

function markLines(first, end) {
  [...$("log").children].forEach((line, at) => {
    const isThen = at >= first && at < end;
    line.classList.toggle("then", isThen);
    line.ariaCurrent = isThen ? "true" : null;
    if (isThen) line.scrollIntoView({ block: "nearest" });
  });
}

function present() {
  const row = $("log").children[moment.rows[0]], within = $("then").contains(document.activeElement);
  leavePast();
  table.redraw();
  if (within) row?.focus();
}

export function leavePast() { // before something else is drawn
  if (!moment) return;
  moment = undefined;
  $("play").classList.remove("past");
  $("then").hidden = true;
  $("question").hidden = false;
  WAITING.forEach((id, at) => { $(id).disabled = before.disabled[at]; });
  $("status").textContent = before.status;
  markLines(0, 0);
}
