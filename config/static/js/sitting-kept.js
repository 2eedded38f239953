/* What the server refused for good is shown with its text until the candidate puts it away: nothing given disappears. */

import { Store } from "./sitting-store.js";

export function showKept(section = document.getElementById("kept")) {
  const store = new Store(section.dataset.attempt);
  const list = section.querySelector("dl");
  const refused = store.read("kept") ?? [];
  section.hidden = refused.length === 0;
  list.replaceChildren(
    ...refused.flatMap(({ question, option, flagged, reason }) => {
      const [name, given] = [document.createElement("dt"), document.createElement("dd")];
      name.textContent = list.dataset.question.replace("{n}", question) + (flagged ? ` (${list.dataset.flag})` : "");
      const [text, why] = [document.createElement("p"), document.createElement("p")];
      // An option is known by its letter, which its id is; what was typed is shown as it was typed.
      text.textContent = option === null ? list.dataset.none : /^[a-f](,[a-f])*$/.test(option) ? option.toUpperCase() : option;
      text.className = "given";
      why.textContent = reason;
      why.className = "saved";
      given.append(text, why);
      return [name, given];
    }),
  );
  return refused.length > 0;
}

const section = document.getElementById("kept");
if (section) {
  section.querySelector("button").addEventListener("click", () => {
    new Store(section.dataset.attempt).write("kept", null);
    section.hidden = true;
  });
  showKept(section);
}
