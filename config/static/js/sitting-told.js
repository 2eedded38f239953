/* How many answers wait on this machine, and since when. */

export function timeOf(moment, zone) {
  /** @type {Intl.DateTimeFormatOptions} */
  const how = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone };
  return new Intl.DateTimeFormat(document.documentElement.lang, how).format(moment);
}

export function told(outbox, { waitingOne, waitingMany }, zone) {
  const text = outbox.count === 1 ? waitingOne : waitingMany;
  return text.replace("{n}", outbox.count).replace("{t}", timeOf(outbox.since ?? Date.now(), zone));
}
