// The law book of a question on a phone: a press on the bar at the foot lays it over the question, and back again. It is the same
// element all the time, so what was looked up is still there; the question and its answer are not touched.
//
// Without this module the bar leads to the book, further down on the page, and its button leads back.

const book = document.getElementById("law-book");
const bar = document.querySelector(".book-bar a");
const place = document.createComment("law book");
const panel = document.createElement("dialog");
panel.className = "book-panel";
panel.setAttribute("aria-labelledby", "law-book-title");

function open(event) {
  event.preventDefault();
  book.replaceWith(place);
  panel.append(book);
  panel.showModal();
  book.querySelector("input[type=search]").focus();
}

if (book && bar) {
  document.body.append(panel);
  bar.addEventListener("click", open);
  book.querySelector(".book-back").addEventListener("click", (event) => {
    if (!panel.open) return;
    event.preventDefault();
    panel.close();
  });
  // Escape closes it too. The browser gives the focus back to the bar.
  panel.addEventListener("close", () => place.replaceWith(book));

  // The time left stays in sight: the bar that tells it lies under the book.
  const left = document.getElementById("time-left");
  if (left) {
    const told = book.querySelector(".book-time");
    const tell = () => told.textContent = left.textContent;
    new MutationObserver(tell).observe(left, { childList: true, characterData: true, subtree: true });
    tell();
  }
}
