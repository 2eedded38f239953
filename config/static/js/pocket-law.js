/* The law as the phone keeps it: all laws, one law, and what a search finds. The file is one piece of HTML with an <article> for
 * each law; a provision has its key as its id, so #law/27B1(a) leads to it. */

const MOST_FOUND = 40;

export class Law {
  constructor({ address, fetch = globalThis.fetch.bind(globalThis) }) {
    this.address = address;
    this.fetch = fetch;
    this.loading = null;
  }

  /* Resolves to the articles by the number of their law; to none where the law is not here. */
  load() {
    this.loading ??= this.#load().then((found) => {
      if (!found.size) this.loading = null;
      return found;
    });
    return this.loading;
  }

  async #load() {
    try {
      const response = await this.fetch(this.address, { credentials: "same-origin" });
      if (!response.ok) return new Map();
      const read = new DOMParser().parseFromString((await response.json()).html, "text/html");
      return new Map([...read.querySelectorAll("article[data-law]")].map((one) => [one.getAttribute("data-law"), one]));
    } catch {
      return new Map();
    }
  }

  /* The law in which a provision stands, and the element that it is; null for one that is not here. */
  async place(key) {
    const laws = await this.load();
    for (const [number, article] of laws) {
      if (number === key) return { number, article, at: null };
      const at = [...article.querySelectorAll("[id]")].find((one) => one.id === key);
      if (at) return { number, article, at };
    }
    return null;
  }

  /* Where all of these words stand: [{number, key, name, text}], the number of a law first. */
  async find(typed) {
    const laws = await this.load();
    const key = typed.trim().replace(/^(law|l)\s*/i, "");
    const exact = await this.place(key.replace(/[a-z]/, (letter) => letter.toUpperCase()));
    const found = exact ? [told(exact.number, exact.at ?? exact.article)] : [];
    const words = folded(typed).split(" ").filter(Boolean);
    if (!words.length || exact) return found;
    for (const [number, article] of laws) {
      const title = folded(article.querySelector("h2")?.textContent ?? "");
      for (const one of article.querySelectorAll(".provision, .definition")) {
        const text = `${title} ${folded(one.textContent)}`;
        if (words.every((word) => text.includes(word))) found.push(told(number, one));
        if (found.length === MOST_FOUND) return found;
      }
    }
    return found;
  }
}

function told(number, found) {
  const element = found.closest(".provision") ?? found;
  const place = element.matches("[id]") ? element : element.querySelector("[id]");
  const name = element.querySelector(".key, h2, h3")?.textContent.trim() ?? number;
  const text = (element.querySelector("p") ?? element).textContent.replace(/\s+/g, " ").trim();
  return { number, key: place?.id ?? number, name, text: text.length > 140 ? `${text.slice(0, 140)}…` : text };
}

/* Without capitals, accents and signs, so that what is typed on a phone is found. */
export function folded(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{Mark}/gu, "").replace(/[^\p{Letter}\p{Number}♠♥♦♣]+/gu, " ").trim();
}

/* Chips that name a provision which is here lead to it in the app; others become plain words, as they would lead nowhere. */
export function leadWithin(element, laws, edition) {
  const known = new Set([...laws.values()].flatMap((article) => [...article.querySelectorAll("[id]")].map((one) => one.id)));
  for (const link of element.querySelectorAll("a[href]")) {
    const [, of, key] = /^\/laws\/([^/]+)\/([^/?]+)\//.exec(link.getAttribute("href")) ?? [];
    const named = key && decodeURIComponent(key);
    if (named && of === edition && (known.has(named) || laws.has(named))) {
      link.setAttribute("href", `#law/${encodeURIComponent(named)}`);
      link.removeAttribute("data-preview");
    } else if (!link.getAttribute("href").startsWith("#")) {
      const plain = document.createElement("span");
      plain.className = link.className;
      plain.append(...link.childNodes);
      link.replaceWith(plain);
    }
  }
}
