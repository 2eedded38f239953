/* The questions of the paper, fetched once when the page opens, so that one can go on through them while the network is away;
 * and what the page needs to be opened again meanwhile, put where sitting-worker.js finds it. No key is in any of it. */

export class Sheets {
  constructor({ url, fetch = window.fetch.bind(window) }) {
    this.url = url;
    this.fetch = fetch;
    this.sheets = null;
    this.loading = null;
  }

  /* Resolves to whether they are here. */
  load() {
    if (this.sheets) return Promise.resolve(true);
    this.loading ??= this.#load().finally(() => (this.loading = null));
    return this.loading;
  }

  get(number) {
    return this.sheets?.find((sheet) => sheet.number === number) ?? null;
  }

  async #load() {
    try {
      const response = await this.fetch(this.url, { credentials: "same-origin", redirect: "error" });
      if (!response.ok) return false;
      this.text = await response.text();
      this.sheets = JSON.parse(this.text).questions;
      return true;
    } catch {
      return false;
    }
  }
}

/* No question is to be read while the clock stands, with a network or without: what was put there goes. The next question's page
 * puts it there again. */
export async function dropSheets(attempt) {
  await window.caches?.delete(`attempt-${attempt}`).catch(() => {});
}

/* Have the attempt's page opened without a network, where the browser can. `attemptUrl` is the address all of it is below. */
export async function prepareToReopen({ attempt, attemptUrl, workerUrl, sheets }) {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  const name = `attempt-${attempt}`;
  try {
    await navigator.serviceWorker.register(workerUrl);
    for (const other of await caches.keys()) if (other.startsWith("attempt-") && other !== name) await caches.delete(other);
    const files = performance.getEntriesByType("resource").map((one) => one.name);
    const ours = files.filter((file) => file.startsWith(`${location.origin}/`) && /\.(js|css|svg)(\?|$)/.test(file));
    const cache = await caches.open(name);
    await cache.put(sheets.url, new Response(sheets.text, { headers: { "Content-Type": "application/json" } }));
    await cache.addAll([...new Set([`${attemptUrl}shell/`, ...ours])]);
  } catch {
    // Then a reload needs the network; nothing else does.
  }
}
