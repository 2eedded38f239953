/* The fields of a question: when what is typed is sent, and what each kind makes of its fields. */

import { answering } from "/static/js/sitting-answers.js";
import { equal } from "./checking.js";

function page(kind, html, left = 60_000) {
  const form = document.createElement("form");
  Object.assign(form.dataset, { kind, attempt: "x", question: "1" });
  form.innerHTML = html;
  document.body.append(form);
  return { form, answer: answering(form, () => left) };
}

const RULING = `<textarea id="ruling"></textarea>
  <p id="ruling-count" data-most="20" data-one="{n} word" data-many="{n} words" data-over="{over} too many"></p>`;
const CITATION = `<input id="citation"><p id="reading" data-read="Read as {citation}"></p>`;
const NUMBER = `<p class="fault">Mend it</p><input id="number">`;
const STEPS = `<fieldset class="ordering" data-up="up {step}" data-down="down {step}" data-moved="{step} {place} of {total}"><ol>
  ${["a", "b", "c"].map((id) => `<li data-step="${id}" data-letter="${id.toUpperCase()}"><select><option value=""></option>${[1, 2, 3].map((n) => `<option>${n}</option>`).join("")}</select></li>`).join("")}</ol></fieldset>`;

/* When `change` fired, as milliseconds from now on. */
function changes(time, field) {
  const [start, at] = [time.at, []];
  field.addEventListener("change", () => at.push(time.at - start));
  return at;
}

async function type(time, field, every, times) {
  for (let n = 1; n <= times; n++) {
    field.value += "w ";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await time.pass(every);
  }
}

export const cases = {
  "a ruling is sent after a pause": async (time) => {
    const { form } = page("written", RULING);
    const field = form.querySelector("#ruling");
    await type(time, field, 0, 1);
    await time.pass(10_000);
    const at = changes(time, field);
    await type(time, field, 100, 3);
    await time.pass(10_000);
    // The first after so long is sent at once, and the last after its pause.
    equal(at, [0, 200 + 1500]);
  },
  "what is typed without a pause is sent every few seconds, and every second in the last ones": async (time) => {
    for (const [left, every] of [[60_000, 8000], [12_000, 4000], [3000, 1000], [500, 1000]]) {
      document.body.replaceChildren();
      const { form } = page("written", RULING, left);
      const field = form.querySelector("#ruling");
      const at = changes(time, field);
      await type(time, field, 50, 500);
      const gaps = at.slice(1).map((one, number) => one - at[number]);
      equal([...new Set(gaps)], [every + 50], left);
    }
  },
  "each keystroke is kept on this machine at once": async (time) => {
    const { form, answer } = page("written", RULING);
    let held = 0;
    form.addEventListener("held", () => held++);
    await type(time, form.querySelector("#ruling"), 10, 7);
    equal([held, answer.value, answer.typing], [7, "w w w w w w w", true]);
  },
  "a citation is sent after a pause that grows shorter with the time left": async (time) => {
    for (const [left, pause] of [[60_000, 900], [3000, 500], [900, 250]]) {
      document.body.replaceChildren();
      const { form } = page("cite_law", CITATION, left);
      const field = form.querySelector("#citation");
      const at = changes(time, field);
      await type(time, field, 0, 1);
      await time.pass(5000);
      equal(at, [pause], left);
    }
  },
  "leaving a citation's field says the same as the pause, once": async (time) => {
    const { form } = page("cite_law", CITATION);
    const field = form.querySelector("#citation");
    await type(time, field, 0, 1);
    const at = changes(time, field);
    field.dispatchEvent(new Event("change", { bubbles: true }));
    await time.pass(5000);
    equal(at, [0]);
  },
  "a citation that cannot be read stays over a reload until it is mended": async () => {
    const { form, answer } = page("cite_law", CITATION);
    form.querySelector("#citation").value = "27Z";
    answer.refused({});
    equal([answer.unreadable, form.querySelector("#citation").getAttribute("aria-invalid")], [true, "true"]);
    document.body.replaceChildren();
    const again = page("cite_law", CITATION);
    equal([again.answer.value, again.answer.early], ["27Z", true]);
    again.answer.confirmed({ reading: "27B", draft: { option: "27Z" } });
    equal(again.form.querySelector("#reading").textContent, "Read as 27B");
    document.body.replaceChildren();
    equal(page("cite_law", CITATION).answer.value, null);
  },
  "a number is sent after a pause, and one that cannot be read stays over a reload": async (time) => {
    const { form, answer } = page("number", NUMBER);
    const field = form.querySelector("#number");
    const at = changes(time, field);
    field.value = " 2 ";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await time.pass(5000);
    equal([at, answer.value, answer.pauses], [[900], "2", true]);
    field.value = "2 or 3";
    answer.refused({});
    equal([answer.unreadable, form.querySelector(".fault")], [true, null]);
    document.body.replaceChildren();
    const again = page("number", NUMBER);
    equal([again.answer.value, again.answer.early], ["2 or 3", true]);
    again.answer.show("1");
    again.answer.confirmed({ draft: { option: "1" } });
    equal([again.answer.value, again.answer.unreadable], ["1", false]);
  },
  "words are counted, and what is too long is told": async (time) => {
    const { form, answer } = page("written", RULING);
    const [field, count] = ["#ruling", "#ruling-count"].map((one) => form.querySelector(one));
    await type(time, field, 0, 1);
    equal([count.textContent, answer.pauses], ["1 word", false]);
    field.value = "x".repeat(23);
    field.dispatchEvent(new Event("input"));
    equal([count.textContent, count.className, answer.pauses], ["3 too many", "over", true]);
  },
  "one of several, and any number of them": () => {
    const inputs = (type) => ["a", "b", "c"].map((id) => `<input type="${type}" name="option" value="${id}">`).join("");
    const one = page("best_ruling", inputs("radio")).answer;
    equal([one.value, one.early], [null, false]);
    one.show("b");
    equal([one.value, one.early], ["b", true]);
    document.body.replaceChildren();
    const many = page("choose_all", inputs("checkbox")).answer;
    many.show("a,c");
    equal(many.value, "a,c");
    many.show(null);
    equal(many.value, null);
  },
  "a step moves by its buttons or to a place chosen for it": () => {
    const { form, answer } = page("order_steps", STEPS);
    let changed = 0;
    form.addEventListener("change", () => changed++);
    equal(answer.value, null);
    form.querySelector('[data-step="c"] .up').click();
    equal([answer.value, changed], ["a,c,b", 1]);
    const first = form.querySelector('[data-step="b"] select');
    first.value = "1";
    first.dispatchEvent(new Event("change", { bubbles: true }));
    equal([answer.value, changed, form.querySelector("[role=status]").textContent], ["b,a,c", 2, "B 1 of 3"]);
    answer.show(null);
    equal(answer.value, null);
  },
};
