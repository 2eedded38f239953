// What every page may need. Pages work without it.

// A form that takes a while should not be sent twice by an impatient second press. One whose answer is a file says
// data-again: the page stays, and another file may be wanted.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented || "again" in form.dataset) return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
});

// Signing out empties what the app for the table keeps on this phone, before the session goes with which its answers are sent.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented || !form.matches('[action$="/account/logout/"]')) return;
  event.preventDefault();
  await import("./pocket-leave.js").then(({ leave }) => leave()).catch(() => {});
  form.submit();
});

// What htmx asked for was refused, because one is signed out or has signed in anew: say so where the answer was to come, and
// leave what is typed and shown alone. The next answer that comes takes the sentence away.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const told = document.getElementById("not-sent");
  const refused = [401, 403].includes(detail.xhr.status) && detail.xhr.responseText.includes('id="not-sent"');
  if (!refused) {
    if (detail.shouldSwap) told?.remove();
    return;
  }
  detail.shouldSwap = false;
  detail.isError = false;
  const { target, requestConfig, xhr } = detail;
  const place = target === document.body ? document.getElementById("main") : target;
  // Beside fields it would go unseen, or be in their way: there it stands at the button that was pressed.
  const button = place.querySelector("input, select, textarea") && (requestConfig.elt.closest("p") ?? place);
  const there = button ? button.previousElementSibling : place.firstElementChild;
  if (told && told === there) return;
  told?.remove();
  (button || place).insertAdjacentHTML(button ? "beforebegin" : "afterbegin", xhr.responseText);
});

// Where a number is asked for, one of the usual ones can be pressed instead of typed. It counts as typed.
document.addEventListener("click", ({ target }) => {
  const { number } = target.dataset ?? {};
  const field = number && target.closest(".numeric")?.querySelector("input");
  if (!field) return;
  field.value = number;
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
});

// Coming back by the browser's back button may show the page as it was left: sent forms are to be used again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});
