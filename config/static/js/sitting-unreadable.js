/* What was typed and could not be read, or was too long, by its question. It stays in the field until it is mended, over a reload
 * too: the window keeps it. Of one that keeps nothing it is in the field alone. */

const start = (attempt) => `typed-${attempt}-`;

export function keepUnreadable(attempt, question, text) {
  try {
    sessionStorage.setItem(start(attempt) + question, text ?? "");
  } catch {
    // Full or forbidden.
  }
}

export function forgetUnreadable(attempt, question) {
  sessionStorage.removeItem(start(attempt) + question);
}

/* The text, or null. */
export function unreadableOf(attempt, question) {
  return sessionStorage.getItem(start(attempt) + question);
}

/* Every one of an attempt as a draft, in the order of the paper. */
export function allUnreadable(attempt) {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(start(attempt)));
  return names
    .map((name) => ({ question: Number(name.slice(start(attempt).length)), option: sessionStorage.getItem(name), flagged: false }))
    .sort((one, other) => one.question - other.question);
}
