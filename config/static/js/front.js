// The five questions of the front page, one after another in their place. Without script each is a page of its own.

const PLACE = "try";

// What comes with a fault, or because other questions are asked now, is shown as well.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== PLACE || ![409, 422].includes(detail.xhr.status)) return;
  detail.shouldSwap = true;
  detail.isError = false;
});

// What htmx could not get, the browser asks for by itself: it shows what the site said, or that there is no connection.
for (const failed of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failed, ({ detail }) => {
    if (detail.target.id !== PLACE) return;
    if (detail.elt instanceof HTMLFormElement) detail.elt.submit();
    else location.assign(detail.elt.href);
  });
}
