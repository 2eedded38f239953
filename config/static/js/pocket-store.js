/* What the app keeps on a phone, in IndexedDB:
 *   questions  those taken along, each with its explanations; gone once answered and sent, or when their person signs out
 *   answers    those given and not sent yet: {key, who, exercise, answer, sure, at, refused?}; only sending, or the person, deletes one
 *   notes      by name: `who` the questions are of, their `order`, when the site was last `checked`, whether it is `closed`
 * A browser that keeps nothing still works: then all is in memory alone, and `lasting` is false. */

const STORES = { questions: "id", answers: "key", notes: "name" };

function open(factory, name) {
  return new Promise((resolve, reject) => {
    const asked = factory.open(name, 1);
    asked.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(STORES)) asked.result.createObjectStore(store, { keyPath });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = asked.onblocked = () => reject(asked.error);
  });
}

export class Pocket {
  static async open(factory = globalThis.indexedDB, name = "pocket") {
    const base = await open(factory, name).catch(() => null);
    return new Pocket(base);
  }

  constructor(base) {
    this.base = base;
    this.memory = Object.fromEntries(Object.keys(STORES).map((store) => [store, new Map()]));
    // A page that is newer than this one may want the store in another shape.
    if (base) base.onversionchange = () => base.close();
  }

  get lasting() {
    return this.base !== null;
  }

  /* All of a store: what is kept, and what is in memory for want of room. */
  async all(store) {
    const kept = this.base ? await this.#in(store, "readonly", (rows) => rows.getAll()).catch(() => []) : [];
    const found = new Map(kept.map((one) => [one[STORES[store]], one]));
    for (const [key, one] of this.memory[store]) found.set(key, one);
    return [...found.values()];
  }

  async get(store, key) {
    if (this.memory[store].has(key)) return this.memory[store].get(key);
    return this.base ? await this.#in(store, "readonly", (rows) => rows.get(key)).catch(() => undefined) : undefined;
  }

  /* Put it there. Resolves to whether it is kept; if not, it is in memory, and nothing is lost while the page is open. */
  async put(store, one) {
    const key = one[STORES[store]];
    try {
      if (!this.base) throw new Error("nothing is kept here");
      await this.#in(store, "readwrite", (rows) => rows.put(one));
      this.memory[store].delete(key);
      return true;
    } catch {
      this.memory[store].set(key, one);
      return false;
    }
  }

  async remove(store, key) {
    this.memory[store].delete(key);
    if (this.base) await this.#in(store, "readwrite", (rows) => rows.delete(key)).catch(() => {});
  }

  async clear(store) {
    this.memory[store].clear();
    if (this.base) await this.#in(store, "readwrite", (rows) => rows.clear()).catch(() => {});
  }

  async note(name) {
    return (await this.get("notes", name))?.value;
  }

  setNote(name, value) {
    return this.put("notes", { name, value });
  }

  /* Everything of the person whose questions are here, but for answers that still have to be sent. */
  async forget() {
    await this.clear("questions");
    for (const name of ["who", "order"]) await this.remove("notes", name);
  }

  close() {
    this.base?.close();
  }

  /* One request in a transaction of its own; resolves when it is on the disk, not before. */
  #in(store, mode, ask) {
    return new Promise((resolve, reject) => {
      const transaction = this.base.transaction(store, mode, mode === "readwrite" ? { durability: "strict" } : {});
      const request = ask(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
    });
  }
}

/* What this phone knows of the site: who is signed in, the token for sending, the version of now. The token is in memory alone.
 * away: there is no network, or the site does not answer. closed: a paper of this person is running. */
export async function ask(address, fetch = globalThis.fetch.bind(globalThis)) {
  try {
    const response = await fetch(address, { credentials: "same-origin", cache: "no-store", redirect: "error" });
    if (response.status === 403) return { closed: true };
    if (!response.ok) return { away: true };
    return await response.json();
  } catch {
    return { away: true };
  }
}
