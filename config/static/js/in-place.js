// Pages whose forms htmx sends, and whose next state it puts in the place of <main>: faults are shown, and failures too.

// What comes back with its fault is shown as well.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "main" || ![400, 422].includes(detail.xhr.status)) return;
  if (!detail.xhr.responseText.includes('id="main"')) return;
  detail.shouldSwap = true;
  detail.isError = false;
});

// What htmx could not get, the browser asks for by itself: it shows what the site said, or that there is no connection, and its
// button to try again sends the form once more. An answer that came twice counts once.
for (const failed of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failed, ({ detail }) => {
    const form = detail.elt;
    if (!(form instanceof HTMLFormElement) || detail.target.id !== "main") return;
    const pressed = detail.requestConfig.triggeringEvent?.submitter;
    if (pressed?.name) {
      const sent = Object.assign(document.createElement("input"), { type: "hidden", name: pressed.name, value: pressed.value });
      form.append(sent);
    }
    form.submit();
  });
}
