// Practice from the keyboard: a letter chooses, S and G check the answer, N goes on. Pages work without it.

const question = document.querySelector("form.practice");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  const key = event.key.toLowerCase();
  if (!question) {
    if (key === "n") document.getElementById("onward")?.click();
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
