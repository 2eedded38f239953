// A simulated call: numbers the options in the order in which they are ticked, and keeps that order for the form.
//
// Without it they are told in the order of the page. What is pressed comes back by htmx in the place of <main>.
import "./in-place.js";

function numbered(form) {
  const kept = form.elements.order;
  const ticked = [...form.querySelectorAll('input[name="options"]:checked')].map((one) => one.value);
  const order = kept.value.split(",").filter((one) => ticked.includes(one));
  order.push(...ticked.filter((one) => !order.includes(one)));
  kept.value = order.join(",");
  for (const one of form.querySelectorAll('input[name="options"]')) {
    const place = order.indexOf(one.value) + 1;
    one.closest("label").querySelector(".pos").textContent = place || "";
  }
}

document.addEventListener("change", ({ target }) => {
  const form = target.closest("form[data-compose]");
  if (form && target.name === "options") numbered(form);
});

function numberAll() {
  for (const form of document.querySelectorAll("form[data-compose]")) numbered(form);
}

document.addEventListener("htmx:afterSettle", ({ target }) => {
  numberAll();
  // The button that was pressed keeps the focus by its id; a page without it is another one, which is read from its top.
  if (target.id === "main" && !target.contains(document.activeElement)) target.focus({ preventScroll: true });
});
numberAll();
