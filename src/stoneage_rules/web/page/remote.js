// The other way to the rules: a room on a server (room.py), asked by requests; a stream says when something is new.

import { $, make, seatName } from "./board.js";

const SILENCE = 20_000; // in milliseconds: the stream says something every 5 seconds, or it is broken
const panel = make("section", { id: "room", role: "status", hidden: true });
let own; // the seat of this page; null for those who watch
let told; // what was shown last
let news; // of the table
let isBack = false; // whether steps were taken back just now
let isLost = false; // whether the server does not answer
let act; // answers the room

// Asks the room. What fails is sent again, which does no harm: an answer names its step, and is played once.
export async function ask(name, given, step, rows) {
  const message = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify([name, given, step, rows]) };
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    const reply = await fetch("ask", message).catch(() => undefined);
    const answer = reply?.ok && await reply.json().catch(() => undefined);
    if (answer) {
      lose(false);
      if (!answer.late || name !== "set_away") return answer;
      message.body = JSON.stringify([name, given, answer.step, 0]); // to leave and to come back answers no question
      continue;
    }
    if (reply && !reply.ok && reply.status < 500) throw new Error(await reply.text());
    lose(true);
    await new Promise(resolve => { setTimeout(resolve, wait); });
  }
}

// Listens as long as the page is open: `changed` is called with each step, `answer` sends what people do at the panel.
export function listen(seat, changed, answer) {
  own = seat;
  act = answer;
  $("question").before(panel);
  for (const id of ["redo", "share", ...(own === null ? ["undo", "hint"] : [])]) $(id).hidden = true;
  Object.assign($("leave"), { textContent: "leave", title: "have sensible choose for you until you are back", onclick: () => confirm("Leave? sensible chooses for you until you are back.") && act("set_away", [own, true]) });
  $("typed").maxLength = 300;
  if (own !== null && isSecureContext && window.Notification?.permission === "default") {
    const button = make("button", { title: "a notice when it is your turn", onclick: async () => { button.textContent = await Notification.requestPermission() === "granted" ? "notifications are on" : "notifications are blocked"; } }, "tell me");
    $("leave").after(button);
  }
  if (told) shown(told);
  let source, heard;
  const open = () => {
    source?.close();
    heard = Date.now();
    source = new EventSource("events");
    source.onerror = () => lose(true);
    source.onmessage = ({ data }) => {
      heard = Date.now();
      news = JSON.parse(data);
      lose(false);
      draw();
      changed(news.step);
    };
  };
  open();
  setInterval(() => { if (source.readyState === EventSource.CLOSED || Date.now() - heard > SILENCE) open(); }, 2000);
  addEventListener("online", open);
  addEventListener("offline", () => {
    source.close();
    lose(true);
  });
}

export function shown(now) { // says whose turn it is, by a notice, too, to who looks elsewhere
  const isNew = now.step !== told?.step, isMine = now.seat !== null && now.seat === own && !news?.away.includes(own);
  if (isNew) isBack = now.log?.[2] < told?.log?.[2];
  told = now;
  $("save").hidden = now.seat !== null; // the record has what is hidden until the end
  $("leave").hidden = own === null || now.seat === null;
  const turn = now.seat === null ? "the game is over" : isMine ? "it is your turn" : `${seatName(now, now.seat)} chooses`;
  $("status").textContent = `${own === null ? "you watch" : `you are ${seatName(now, own)}`}; ${turn}`;
  document.title = isMine ? `● ${turn}` : turn;
  if (isNew && isMine && document.hidden && window.Notification?.permission === "granted") {
    try {
      new Notification("It is your turn", { body: now.view.pending.prompt, tag: "turn" }).onclick = () => window.focus();
    } catch { /* some telephones allow a page none */ }
  }
  draw();
}

function lose(isNow) {
  isLost = isNow;
  draw();
}

function draw() { // what is no question of the game
  const name = seat => seat === own ? "you" : seatName(told, seat), lines = [];
  const line = (text, ...buttons) => lines.push([text, ...buttons]);
  if (isLost) line("The table cannot be reached; this page tries again.");
  if (news && told) {
    const { wish, away, gone } = news, isOver = told.seat === null;
    if (isBack) line("Steps were taken back.");
    if (!news.kept) line("The game cannot be saved: check the disk of its server. You can play on.");
    if (news.failing !== null) line(`The policy of ${name(news.failing)} failed; sensible chose for it.`);
    if (wish && !wish.refused.includes(wish.seat)) {
      const count = wish.length - wish.step, has = count === 1 ? "the last step" : `the last ${count} steps`;
      if (wish.refused.length) line(`${name(wish.refused[0])} did not agree to take back ${has}.`);
      else if (wish.seat === own) line(`You wish to take back ${has}; the others are asked.`, ["withdraw", "agree", [false]]);
      else if (own === null || wish.agreed.includes(own)) line(`${name(wish.seat)} wishes to take back ${has}.`);
      else line(`${name(wish.seat)} wishes to take back ${has}.`, ["agree", "agree", [true]], ["refuse", "agree", [false]]);
    }
    for (const seat of isOver ? [] : away) {
      if (seat === own) line("sensible chooses for you.", ["I am back", "set_away", [seat, false]]);
      else line(`sensible chooses for ${name(seat)}, who is away.`);
    }
    for (const seat of isOver ? [] : gone) {
      if (seat !== own) line(`${name(seat)} is not here.`, ...(own === null ? [] : [["have sensible choose meanwhile", "set_away", [seat, true]]]));
    }
  }
  const text = JSON.stringify(lines);
  if (panel.dataset.lines === text) return;
  panel.dataset.lines = text;
  panel.hidden = !lines.length;
  panel.replaceChildren(...lines.map(([text, ...buttons]) => make("p", {}, text, " ",
    ...buttons.map(([label, name, given]) => make("button", { type: "button", onclick: () => act(name, given) }, label)))));
}
