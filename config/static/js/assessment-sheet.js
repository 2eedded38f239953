/* An assessor's sheet stays in the browser until the server has it: a hall without a network, a reload or a session that ran out
 * costs nothing. It is kept by assessment and person, in localStorage, and holds
 *   url      where it is sent
 *   fields   what is marked, as the form would send it, with the key by which the server knows the sheet again; a list where
 *            several boxes of one name are ticked
 *   pending  whether the assessor has pressed Send. Until then it is a draft, which is restored and never sent by itself.
 * A pending sheet is tried again until the server answers, on every page of assessments. Sent twice it is stored once. A form token
 * from before another sign-in is refused; then the page is asked for a new one, and the sheet goes out with it.
 */

const FIRST_WAIT = 2000;
const LONGEST_WAIT = 30000;
const PREFIX = "assessment:";

const told = document.querySelector("[data-person]");
const person = told?.dataset.person;
const form = document.querySelector("form[data-sheet]");
const mine = form ? `${PREFIX}${form.dataset.sheet}:${person}` : "";
let wait = FIRST_WAIT;
let timer = 0;
let running = false;

const read = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null; // not ours, or storage is closed to us
  }
};

/* Whether the browser keeps it. */
const write = (name, kept) => {
  try {
    if (kept === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
};

/* The names of the sheets of this person that wait to be sent. */
const waiting = () => {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && name.endsWith(`:${person}`));
    return names.filter((name) => read(name)?.pending);
  } catch {
    return [];
  }
};

/* Show one sentence of those that the page has ready, with how many sheets wait. */
const say = (what, faults = []) => {
  for (const sentence of told.querySelectorAll("[data-say]")) {
    sentence.hidden = sentence.dataset.say !== what;
    const count = sentence.querySelector("[data-count]");
    if (count) count.textContent = String(waiting().length);
  }
  told.hidden = !what;
  const list = told.querySelector("[data-faults]");
  list.replaceChildren(...faults.map((fault) => Object.assign(document.createElement("li"), { textContent: fault })));
  list.hidden = faults.length === 0;
  if (faults.length) told.scrollIntoView({ block: "center" });
};

const fieldsOf = () => {
  const fields = {};
  for (const [name, value] of new FormData(form)) {
    if (name === "csrfmiddlewaretoken") continue;
    if (name in fields) fields[name] = [fields[name], value].flat();
    else fields[name] = value;
  }
  return fields;
};

/* As a form sends them: a name with several values comes several times. */
const pairs = (fields) => Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));

const restore = (fields) => {
  for (const field of form.elements) {
    if (!field.name || field.name === "csrfmiddlewaretoken") continue;
    const value = fields[field.name];
    if (field.type === "radio" || field.type === "checkbox") field.checked = [value].flat().includes(field.value);
    else if (value !== undefined) field.value = value;
  }
};

/* A form token of now: of the page itself at first, then of the page as the server gives it. "" when nobody is signed in. */
const freshToken = async (url) => {
  const answer = await fetch(url, { credentials: "same-origin", redirect: "follow" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const whose = page.querySelector("[data-person]")?.dataset.person;
  if (whose !== undefined && whose !== person) return null;
  return whose === undefined ? "" : page.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
};

/* What became of it: stored, refused with faults, signed_out, somebody_else, or away, which passes. */
const send = async (kept) => {
  const post = (token) =>
    fetch(kept.url, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": token },
      credentials: "same-origin",
      redirect: "manual",
      body: new URLSearchParams(pairs(kept.fields)),
    });
  try {
    let token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
    let answer = token ? await post(token) : null;
    if (answer === null || answer.type === "opaqueredirect" || answer.status === 403) {
      token = await freshToken(document.location.href);
      if (token === null) return { what: "somebody_else" };
      if (!token) return { what: "signed_out" };
      for (const input of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) input.value = token;
      answer = await post(token);
    }
    const reply = await answer.json().catch(() => null);
    if (answer.ok && reply?.stored) return { what: "stored", next: reply.next };
    if (reply?.refused) return { what: "refused", faults: reply.faults };
    if (answer.status === 404 || answer.status === 403) return { what: "refused", faults: [] };
    return { what: answer.type === "opaqueredirect" ? "signed_out" : "away" };
  } catch {
    return { what: "away" };
  }
};

/* Send everything that waits; what cannot be sent now is tried again later. */
const flush = async () => {
  if (running) return;
  running = true;
  clearTimeout(timer);
  let next = "";
  let open = "";
  for (const name of waiting()) {
    const kept = read(name);
    const came = await send(kept);
    if (came.what === "stored") {
      write(name, null);
      if (name === mine) next = came.next;
    } else if (came.what === "refused") {
      write(name, { ...kept, pending: false });
      say("refused", came.faults);
      running = false;
      return;
    } else {
      open = came.what;
    }
  }
  running = false;
  if (open) {
    say(open);
    timer = setTimeout(flush, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
    return;
  }
  wait = FIRST_WAIT;
  say("");
  if (next) document.location.assign(next);
};

if (form) {
  const begun = read(mine);
  if (begun?.pending) {
    restore(begun.fields);
  } else if (begun && begun.fields.after === form.elements.namedItem("after").value) {
    if (!form.querySelector('[role="alert"]')) {
      restore(begun.fields);
      say("restored");
    }
  } else if (begun) {
    write(mine, null); // a sheet of theirs has been stored since
  }
  form.addEventListener("input", () => write(mine, { url: form.action, fields: fieldsOf(), pending: false }));
  form.addEventListener("submit", (event) => {
    if (event.submitter?.name === "fill") return; // shows the page again, and sends nothing
    const kept = { url: form.action, fields: fieldsOf(), pending: true };
    // A browser that keeps nothing sends it as any form.
    if (!write(mine, kept)) return;
    event.preventDefault();
    flush();
  });
}

if (told) {
  window.addEventListener("online", flush);
  if (waiting().length) flush();
}
