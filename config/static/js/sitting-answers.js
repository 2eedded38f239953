/* How each kind of question is answered on its page. `answering(form, left)`, where left() is the milliseconds until time is up,
 * gives an object with
 *   value      the answer as the fields have it, a text, or null for none
 *   show(text) puts an answer into the fields
 *   early      whether the fields are no longer as they were sent: somebody was quicker than the script
 *   controls   the fields
 *   confirmed(reply) and refused() tell it what became of an answer that was typed
 *   unreadable whether the fields hold what the server could not read
 *   typing     whether more of the answer is to come: then it is kept while it grows
 *   pauses     whether what is typed is saved after a pause, so that leaving the question has to wait for the reading
 * Fields fire `change` when there is an answer to save. How an answer is spelled, and when it is right, the server knows. */

import { forgetUnreadable, keepUnreadable, unreadableOf } from "./sitting-unreadable.js";

export function answering(form, left) {
  const kinds = { choose_all: Ticks, order_steps: Order, cite_law: Citation, number: Figure, written: Ruling };
  return kinds[form.dataset.kind]?.of(form, left) ?? new Choice(form);
}

/* One of several options. */
class Choice {
  constructor(form) {
    this.form = form;
    this.controls = [...form.querySelectorAll('input[name="option"]')];
  }

  get value() {
    return this.controls.find((one) => one.checked)?.value ?? null;
  }

  show(text) {
    for (const one of this.controls) one.checked = one.value === text;
  }

  get early() {
    return this.controls.some((one) => one.checked !== one.defaultChecked);
  }

  confirmed() {}

  refused() {}
}

/* Any number of options. */
class Ticks extends Choice {
  static of = (form) => new Ticks(form);

  get value() {
    const ticked = this.controls.filter((one) => one.checked).map((one) => one.value);
    return ticked.join(",") || null;
  }

  show(text) {
    const ticked = (text ?? "").split(",");
    for (const one of this.controls) one.checked = ticked.includes(one.value);
  }
}

/* Steps in order. The list always stands in the order that is the answer; until the first touch there is none. A step moves by
 * its buttons, or by choosing another place for it; either way all steps have a place from then on. */
class Order {
  static of = (form) => new Order(form);

  constructor(form) {
    this.form = form;
    this.frame = form.querySelector(".ordering");
    this.list = this.frame.querySelector("ol");
    this.controls = [...this.list.querySelectorAll("select")];
    const sent = (select) => [...select.options].find((one) => one.defaultSelected)?.value ?? "";
    this.early = this.controls.some((one) => one.value !== sent(one));
    this.told = document.createElement("p");
    this.told.className = "visually-hidden";
    this.told.setAttribute("role", "status");
    this.frame.append(this.told);
    for (const step of this.steps) {
      const buttons = document.createElement("span");
      buttons.className = "moves";
      buttons.append(this.#button(step, -1, "↑", "up"), this.#button(step, 1, "↓", "down"));
      step.append(buttons);
      step.querySelector("select").addEventListener("change", (event) => this.#place(step, event));
    }
    this.#ends();
  }

  get steps() {
    return [...this.list.children];
  }

  get value() {
    if (this.controls.every((one) => one.value === "")) return null;
    return this.steps.map((step) => step.dataset.step).join(",");
  }

  show(text) {
    const order = (text ?? "").split(",");
    // Moving a step takes the focus from it, so only what has to move does.
    if (text && order.join() !== this.steps.map((step) => step.dataset.step).join()) {
      this.list.append(...order.map((id) => this.steps.find((step) => step.dataset.step === id)));
    }
    for (const [place, step] of this.steps.entries()) {
      step.querySelector("select").value = text ? String(place + 1) : "";
    }
    this.#ends();
  }

  confirmed() {}

  refused() {}

  /* What was chosen before this script came has no order of its own yet: take it as far as it goes. */
  settle() {
    const place = (step) => Number(step.querySelector("select").value) || this.steps.length;
    const order = this.steps.sort((one, other) => place(one) - place(other));
    this.show(order.map((step) => step.dataset.step).join(","));
  }

  #place(step, event) {
    event.stopPropagation();
    const select = event.target;
    if (select.value === "") {
      this.show(null);
    } else {
      const others = this.steps.filter((one) => one !== step).map((one) => one.dataset.step);
      others.splice(Number(select.value) - 1, 0, step.dataset.step);
      this.show(others.join(","));
      this.#tell(step);
    }
    select.focus();
    this.#changed();
  }

  #button(step, by, sign, name) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `button quiet ${name}`;
    button.textContent = sign;
    button.setAttribute("aria-label", this.frame.dataset[name].replace("{step}", step.dataset.letter));
    button.addEventListener("click", () => {
      const order = this.steps.map((one) => one.dataset.step);
      const place = order.indexOf(step.dataset.step);
      const to = place + by;
      if (to >= 0 && to < order.length) [order[place], order[to]] = [order[to], order[place]];
      this.show(order.join(","));
      this.#tell(step);
      button.focus();
      this.#changed();
    });
    return button;
  }

  /* The first cannot go up and the last not down; still focusable, so that nobody is thrown off the keyboard's place. */
  #ends() {
    const [steps, placed] = [this.steps, this.value !== null];
    for (const [place, step] of steps.entries()) {
      step.querySelector(".up")?.setAttribute("aria-disabled", String(placed && place === 0));
      step.querySelector(".down")?.setAttribute("aria-disabled", String(placed && place === steps.length - 1));
    }
  }

  #tell(step) {
    const words = { step: step.dataset.letter, place: this.steps.indexOf(step) + 1, total: this.steps.length };
    this.told.textContent = this.frame.dataset.moved.replace(/\{(\w+)\}/g, (_, name) => words[name]);
  }

  #changed() {
    this.list.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/* What is typed into one field. What the server could not read stays there, over a reload too, until it is mended.
 *
 * What has not arrived when time is up does not count, so pauses grow shorter with the time left: to a sixth of it, and two sends
 * of what is typed without a pause are a third of it apart. That is some five sends in the last ten seconds, each page at moments
 * of its own; all of a hall at one fixed moment would make the server late. */
class Typed {
  constructor(form, left, field) {
    this.form = form;
    this.left = left;
    this.field = form.querySelector(field);
    this.controls = [this.field];
    this.place = [form.dataset.attempt, form.dataset.question];
    this.pause = null;
    this.unreadable = false;
    this.early = this.field.value !== this.field.defaultValue;
    const kept = unreadableOf(...this.place);
    if (kept !== null && !this.early && kept !== this.field.value) {
      this.field.value = kept;
      this.early = true;
    }
  }

  confirmed() {
    this.unreadable = false;
    forgetUnreadable(...this.place);
    this.field.removeAttribute("aria-invalid");
    this.form.querySelector(".fault")?.remove();
  }

  refused() {
    this.unreadable = true;
    keepUnreadable(...this.place, this.field.value);
    this.field.setAttribute("aria-invalid", "true");
  }

  /* Say that there is an answer to save, after a pause of at most so many milliseconds that nothing more is typed in. */
  changeAfter(milliseconds) {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.changed(), Math.min(milliseconds, Math.max(250, this.left() / 6)));
  }

  changed() {
    this.field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/* A word or two. It is saved when somebody stops typing. */
class Entry extends Typed {
  constructor(form, left, field) {
    super(form, left, field);
    this.field.addEventListener("input", () => this.changeAfter(900));
    // Leaving the field says the same as a pause; said once.
    this.field.addEventListener("change", () => clearTimeout(this.pause));
  }

  get value() {
    return this.field.value.trim() || null;
  }

  get pauses() {
    return true;
  }

  show(text) {
    if (text !== this.value) this.field.value = text ?? "";
  }

  refused() {
    super.refused();
    this.form.querySelector(".fault")?.remove();
  }
}

/* A number, typed or pressed. */
class Figure extends Entry {
  static of = (form, left) => new Figure(form, left, "#number");
}

/* A citation typed, and shown as it was read. */
class Citation extends Entry {
  static of = (form, left) => new Citation(form, left);

  constructor(form, left) {
    super(form, left, "#citation");
    this.reading = form.querySelector("#reading");
  }

  show(text, reading) {
    if (text === this.value) return;
    super.show(text);
    if (reading !== undefined) this.#read(reading);
  }

  confirmed({ reading, draft }) {
    super.confirmed();
    if (draft.option === this.value) this.#read(reading);
  }

  refused() {
    super.refused();
    this.reading.textContent = "";
  }

  #read(reading) {
    this.reading.textContent = reading ? this.reading.dataset.read.replace("{citation}", reading) : "";
  }
}

/* A ruling in words. Each keystroke is kept on this machine at once; it is sent after a pause, and every few seconds of typing
 * without one. `held` fires on the form for the first, `change` for the second. Unreadable is what was too long to be stored. */
class Ruling extends Typed {
  static of = (form, left) => new Ruling(form, left);

  constructor(form, left) {
    super(form, left, "#ruling");
    this.words = form.querySelector("#ruling-count");
    this.sent = 0;
    this.field.addEventListener("input", () => {
      this.#count();
      this.form.dispatchEvent(new CustomEvent("held"));
      const long = performance.now() - this.sent > Math.min(8000, Math.max(1000, this.left() / 3));
      if (long) this.changed();
      else this.changeAfter(1500);
    });
    this.#count();
  }

  get value() {
    return this.field.value.replace(/\r\n?/g, "\n").trim() || null;
  }

  get typing() {
    return true;
  }

  /* Only what is too long has anything to wait for. */
  get pauses() {
    return (this.value ?? "").length > this.#most;
  }

  get #most() {
    return Number(this.words.dataset.most);
  }

  show(text) {
    if (text !== this.value) this.field.value = text ?? "";
    this.#count();
  }

  changed() {
    clearTimeout(this.pause);
    this.sent = performance.now();
    super.changed();
  }

  #count() {
    const text = this.value ?? "";
    const [words, over] = [text.split(/\s+/).filter(Boolean).length, text.length - this.#most];
    const { one, many, over: tooMany } = this.words.dataset;
    const told = over > 0 ? tooMany.replace("{over}", over) : words === 1 ? one : many;
    this.words.textContent = told.replace("{n}", words);
    this.words.classList.toggle("over", over > 0);
  }
}
