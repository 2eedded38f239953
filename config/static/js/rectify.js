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

// Coming back by the browser's back button may show the page as it was left: sent forms are to be used again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});
