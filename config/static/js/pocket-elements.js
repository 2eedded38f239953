/* Elements of the app's pages, and texts with suits in them. */

const SUITS = { "♠": ["s", "spade", "spades"], "♥": ["h", "heart", "hearts"], "♦": ["d", "diamond", "diamonds"], "♣": ["c", "club", "clubs"] };

/** An element with its attributes and what is inside; what is null, false or empty is left out. */
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== "" && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...inside.filter((one) => one !== null && one !== undefined && one !== false && one !== ""));
  return element;
}

/** In which manner dates and times are written: English ones as in Australia. */
export function manner({ lang } = document.documentElement) {
  return lang === "en" ? "en-AU" : lang;
}

/** A button that does something when it is pressed. */
export function pressed(kind, press, ...inside) {
  const button = make("button", { type: "button", class: kind }, ...inside);
  button.addEventListener("click", press);
  return button;
}

/** A text with a word beside each suit symbol, for those who cannot see it; `words` are those of the bundle's page. */
export function suits(text, words) {
  return text.split(/((?:(?<!\d)[1-9])?[♠♥♦♣])/u).filter(Boolean).flatMap((piece) => {
    const suit = SUITS[piece.at(-1)];
    if (!suit) return [piece];
    const [kind, one, several] = suit;
    const spoken = piece.length > 1 && piece[0] === "1" ? one : several;
    return [piece.slice(0, -1), make("span", { class: kind },
      make("span", { "aria-hidden": "true" }, piece.at(-1)), make("span", { class: "visually-hidden" }, ` ${words[spoken]} `))];
  });
}
