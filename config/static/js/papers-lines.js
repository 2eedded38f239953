// More lines in a table of fields without a round trip. Without scripts the button sends the form, and more lines come back.

for (const button of document.querySelectorAll("button[data-more]")) {
  const name = button.dataset.more;
  const list = document.querySelector(`[data-lines="${name}"]`);
  const model = document.querySelector(`template[data-line-of="${name}"]`);
  const total = document.querySelector(`input[name="${name}-TOTAL_FORMS"]`);
  const most = Number(document.querySelector(`input[name="${name}-MAX_NUM_FORMS"]`).value);

  button.addEventListener("click", (event) => {
    const number = Number(total.value);
    if (number >= most) return; // the server says why there can be no more
    event.preventDefault();
    const line = model.content.cloneNode(true);
    for (const element of line.querySelectorAll("[name], [id], label[for]")) {
      for (const attribute of ["name", "id", "for"]) {
        const value = element.getAttribute(attribute);
        if (value) element.setAttribute(attribute, value.replace("__prefix__", number));
      }
    }
    for (const told of line.querySelectorAll(".visually-hidden")) {
      told.textContent = told.textContent.replace("__number__", number + 1);
    }
    list.append(line);
    total.value = number + 1;
    list.lastElementChild.querySelector("select, input").focus();
  });
}
