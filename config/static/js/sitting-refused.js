/* What the server refused for good is shown with its text until the candidate puts it away: nothing given disappears. On the
 * receipt what counts of its question stands below. */

import { Store } from "./sitting-store.js";

export function showRefused(section = document.getElementById("refused")) {
  const store = new Store(section.dataset.attempt);
  const list = section.querySelector("dl");
  const refused = store.read("kept") ?? [];
  const counts = JSON.parse(document.getElementById("counts")?.textContent ?? "[]");
  section.hidden = refused.length === 0;
  list.replaceChildren(
    ...refused.flatMap(({ question, option, flagged, reason }) => {
      const [name, given] = [document.createElement("dt"), document.createElement("dd")];
      const add = (className, textContent) => given.append(Object.assign(document.createElement("p"), { className, textContent }));
      name.textContent = list.dataset.question.replace("{n}", question) + (flagged ? ` (${list.dataset.flag})` : "");
      // An option is known by its letter, which its id is; what was typed is shown as it was typed.
      const letters = /^[a-f](,[a-f])*$/.test(option ?? "") && option.toUpperCase().replaceAll(",", ", ");
      add("given", letters || (option ?? list.dataset.none));
      add("saved", reason);
      if (list.dataset.counts) {
        const { shown, saved } = counts.find((one) => one.question === question) ?? {};
        add("saved", shown ? list.dataset.counts.replace("{t}", saved) : list.dataset.nothing);
        if (shown) add("counts", shown);
      }
      return [name, given];
    }),
  );
  return refused.length > 0;
}

const section = document.getElementById("refused");
if (section) {
  section.querySelector("button").addEventListener("click", () => {
    new Store(section.dataset.attempt).write("kept", null);
    section.hidden = true;
  });
  showRefused(section);
}
