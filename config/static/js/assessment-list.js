/* The list of acts on an assessor's sheet: notes in which order acts are ticked, asks what the list makes of them, and fills in the
 * five criteria with it. What the assessor has set by hand stays, and the grade is theirs alone. Without a network the criteria are
 * marked by hand; what is ticked is judged when the sheet is sent. The names of the fields are those of assessment.forms.
 */

const form = document.querySelector("form[data-judge]");
const WAIT = 350;
let timer = 0;
let asked = 0;
let beside = {};

const listOf = (number) => form.querySelector(`[data-list="${number}"]`);
const split = (field) => field.value.split(",").filter(Boolean);
const saved = () => form.dispatchEvent(new Event("input")); // assessment-sheet.js keeps it

/* Number what is ticked, in the order in which it came; all the options count as one act. */
const number = (list) => {
  const kept = list.querySelector("[data-order]");
  const ticked = [...list.querySelectorAll("input[data-act]:checked")].map((one) => one.dataset.act);
  const order = split(kept).filter((one) => ticked.includes(one));
  for (const one of ticked) if (!order.includes(one)) order.push(one);
  kept.value = order.join(",");
  for (const box of list.querySelectorAll("input[data-act]")) {
    const place = box.checked ? order.indexOf(box.dataset.act) + 1 : 0;
    box.closest("label").querySelector(".pos").textContent = place ? String(place) : "";
  }
};

/* What the list says of the call and, once there is a grade, whether that differs. */
const tell = (n) => {
  const line = form.querySelector(`[data-beside="${n}"]`);
  const grade = form.querySelector(`input[name="c${n}-grade"]:checked`)?.value;
  const told = beside[n];
  const words = told ? [told.says, told.beside[grade] ?? ""].join(" ").trim() : "";
  if (line && line.textContent !== words) line.textContent = words;
};

const fill = (n, words) => {
  const own = split(listOf(n).querySelector("[data-own]"));
  for (const [name, word] of Object.entries(words)) {
    if (own.includes(name)) continue;
    for (const box of form.querySelectorAll(`input[name="c${n}-${name}"]`)) box.checked = box.value === word;
  }
};

const judge = async (filling) => {
  const turn = ++asked;
  const fields = new FormData(form);
  const lists = [...form.querySelectorAll("[data-list]")];
  try {
    const answer = await fetch(form.dataset.judge, {
      method: "POST",
      headers: { "X-CSRFToken": fields.get("csrfmiddlewaretoken") },
      credentials: "same-origin",
      redirect: "manual",
      body: new URLSearchParams([...fields].filter(([name]) => name.includes("-did-"))),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    const { calls } = await answer.json();
    if (turn !== asked) return;
    beside = calls;
    for (const { dataset } of lists) tell(dataset.list);
    if (filling && calls[filling]) {
      fill(filling, calls[filling].words);
      saved();
    }
  } catch {
    if (turn !== asked) return;
    beside = {};
    const line = filling && form.querySelector(`[data-beside="${filling}"]`);
    if (line) line.textContent = form.dataset.away;
  }
};

if (form?.querySelector("[data-list]")) {
  for (const list of form.querySelectorAll("[data-list]")) {
    list.querySelector("[data-fill]").hidden = true;
    number(list);
  }
  // Before the sheet is kept, which happens on the form itself.
  form.addEventListener(
    "input",
    ({ target }) => {
      const list = target.closest("[data-list]");
      if (list) {
        number(list);
        clearTimeout(timer);
        timer = setTimeout(judge, WAIT, list.dataset.list);
        return;
      }
      const [, n, name] = /^c(\d+)-(\w+)$/.exec(target.name ?? "") ?? [];
      const kept = n && listOf(n)?.querySelector("[data-own]");
      if (kept && target.type === "radio" && name !== "grade") kept.value = [...new Set([...split(kept), name])].join(",");
      if (n) tell(n);
    },
    true,
  );
  judge("");
}
