/* Reports a problem with the question on show and leaves the page as it is: the answer being given, the clock, the place. What
 * was typed about one question is sent for that one, should the candidate have gone on to another meanwhile. Without this script
 * the form posts itself. */

const room = document.getElementById("answer");
const place = document.getElementById("report");
const form = place.querySelector("form");
const { question, text } = form.elements;
const label = form.querySelector("[data-words]");
const status = form.querySelector('[role="status"]');

/* Words about one question are not turned into words about the next. */
function aim() {
  if (text.value.trim() !== "") return;
  question.value = room.dataset.question;
  label.textContent = label.dataset.words.replace("{n}", question.value);
}

async function send() {
  const sent = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
  const { said } = await sent.json();
  if (sent.ok) text.value = "";
  return said;
}

place.addEventListener("toggle", aim);
text.addEventListener("focus", aim);
new MutationObserver(aim).observe(room, { attributeFilter: ["data-question"] });

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    status.textContent = await send();
  } catch {
    status.textContent = form.dataset.failed;
  } finally {
    button.disabled = false;
  }
});
