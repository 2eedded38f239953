// The button of a page for the printer. Without this module the browser's own menu prints it.

const button = document.querySelector("button.print");
button.hidden = false;
button.addEventListener("click", () => print());
