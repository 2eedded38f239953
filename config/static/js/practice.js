// Practice from the keyboard: a letter chooses, a figure goes into the field for a number, S and G check, N goes on. Pages work without it.
//
// An answer and what comes after it are fetched by htmx, which puts them in the place of <main>.
import "./in-place.js";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  const key = event.key.toLowerCase();
  const question = document.querySelector("form.practice");
  if (!question) {
    if (key === "n") document.getElementById("onward")?.click();
    return;
  }
  const number = /^[0-9]$/.test(key) && question.querySelector(".numeric input");
  if (number) {
    // The field has the focus when the key is let go: what is typed on goes on in it.
    event.preventDefault();
    number.value = key;
    number.focus();
    return;
  }
  const option = question.querySelector(`input[name="option"][value="${CSS.escape(key)}"]`);
  if (option) {
    option.click();
    option.focus();
  } else if (key === "s" || key === "g") {
    question.querySelector(`button[value="${key === "s" ? "sure" : "guessing"}"]`)?.click();
  }
});

// As after a new page, reading and the Tab key begin at its top.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "main") target.focus({ preventScroll: true });
});
