/* Practice without a network: the questions that the phone took along, asked one after the other, marked and explained here. What
 * counts is the answer that goes to the site, which marks it again. */

import { leadWithin } from "./pocket-law.js";

export class Practice {
  constructor({ pocket, outbox, address, fetch = globalThis.fetch.bind(globalThis) }) {
    this.pocket = pocket;
    this.outbox = outbox;
    this.address = address;
    this.fetch = fetch;
    this.taking = null;
  }

  /* The questions that wait for an answer, in the order in which they are asked. */
  async waiting() {
    const order = (await this.pocket.note("order")) ?? [];
    const answered = new Set((await this.pocket.all("answers")).map((one) => one.exercise));
    const held = new Map((await this.pocket.all("questions")).map((one) => [one.id, one]));
    return order.map((id) => held.get(id)).filter((one) => one && !answered.has(one.id));
  }

  /* Take along what is due. Resolves to whether all of it is here. Two who ask at once are one asking. */
  take({ who, token }) {
    this.taking ??= this.#take(who, token).finally(() => (this.taking = null));
    return this.taking;
  }

  async #take(who, token) {
    let more = true;
    while (more) {
      const have = (await this.pocket.all("questions")).map((one) => one.id);
      let told;
      try {
        const response = await this.fetch(this.address, {
          method: "POST",
          credentials: "same-origin",
          redirect: "error",
          headers: { "Content-Type": "application/json", "X-CSRFToken": token },
          body: JSON.stringify({ have }),
        });
        if (!response.ok) return false;
        told = await response.json();
      } catch {
        return false;
      }
      // Somebody else signed in meanwhile: their questions do not belong among these.
      if (told.who !== who) return false;
      await this.#keep(told);
      more = told.more && told.questions.length > 0;
    }
    return true;
  }

  async #keep({ order, questions }) {
    const answers = new Set((await this.pocket.all("answers")).map((one) => one.exercise));
    for (const one of questions) await this.pocket.put("questions", one);
    for (const one of await this.pocket.all("questions")) {
      if (!order.includes(one.id) && !answers.has(one.id)) await this.pocket.remove("questions", one.id);
    }
    await this.pocket.setNote("order", order);
  }

  /* The page of a question: resolves once it was answered, to {right, sure, chosen, kept}. `say` gives the words of the page. */
  ask(room, question, { who, say, left }) {
    room.innerHTML = `<p class="run"></p><h1 class="visually-hidden"></h1><p class="message error" role="alert" hidden></p>
      <form class="practice" autocomplete="off"><div class="asked"></div><fieldset class="check"><legend></legend>
      <button class="button" name="sure" value="sure"></button> <button class="button quiet" name="sure" value="guessing"></button></fieldset></form>`;
    const form = room.querySelector("form");
    const [sure, guessing] = form.querySelectorAll(".check button");
    room.querySelector(".run").textContent = say("left", { n: left });
    room.querySelector("h1").textContent = say("question");
    form.querySelector(".asked").innerHTML = question.html;
    form.querySelector(".check legend").textContent = say("how-sure");
    sure.textContent = say("sure");
    guessing.textContent = say("guessing");
    return new Promise((resolve) => {
      form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const chosen = new FormData(form).get("option");
        const fault = room.querySelector("[role=alert]");
        if (!chosen) {
          fault.textContent = say("choose");
          fault.hidden = false;
          return;
        }
        if (form.dataset.sent) return;
        form.dataset.sent = "yes";
        const isSure = event.submitter?.value === "sure";
        const kept = await this.outbox.put({ who, exercise: question.id, answer: chosen, sure: isSure });
        resolve({ right: chosen === question.key, sure: isSure, chosen, kept });
      });
    });
  }

  /* The page that explains an answer; resolves when the person goes on. */
  explain(room, question, { right, sure, chosen, kept }, { say, last, laws, edition }) {
    room.innerHTML = `<h1><span aria-hidden="true"></span> <span></span></h1><p class="saved"></p>
      <p class="message warning" role="alert" hidden></p><div class="why"></div>
      <details class="the-question"><summary></summary><div class="again"></div></details>
      <div class="thumb actions"><button class="button" id="onward"></button></div>`;
    const [sign, word] = room.querySelectorAll("h1 span");
    room.querySelector("h1").className = right ? "went-right" : "went-wrong";
    sign.textContent = right ? "✓" : "✗";
    word.textContent = say(right ? "right" : "wrong");
    room.querySelector(".saved").textContent = say(sure ? "was-sure" : right ? "guessed-right" : "guessed");
    if (!kept) {
      const told = room.querySelector("[role=alert]");
      told.textContent = say(this.pocket.lasting ? "no-room" : "keeps-nothing");
      told.hidden = false;
    }
    room.querySelector(".why").innerHTML = question.explained[chosen];
    room.querySelector(".the-question summary").textContent = say("the-question");
    room.querySelector(".again").innerHTML = question.again;
    leadWithin(room, laws, edition);
    const onward = room.querySelector("#onward");
    onward.textContent = say(last ? "finish" : "next");
    return new Promise((resolve) => onward.addEventListener("click", resolve, { once: true }));
  }
}

/* Have the browser keep what is here when it needs room, where it lets itself be asked; it may ask the person. */
export async function askToKeep(storage = navigator.storage) {
  return (await storage?.persist?.().catch(() => false)) ?? false;
}
