/* What the app keeps on a phone, in IndexedDB:
 *   questions  those taken along, each with its explanations; gone once answered and sent, or when their person signs out
 *   answers    those given and not sent yet: {key, who, exercise, answer, sure, at, refused?}; only sending, or the person, deletes one
 *   notes      by name: `who` the questions are of, their `order`, when the site was last `checked`, whether it is `closed`
 *   rulings    those given with this phone, see pocket-tonight.js; never sent, gone when their person signs out
 * A browser that keeps nothing still works: then all is in memory alone, and `lasting` is false. */

const STORES = { questions: "id", answers: "key", notes: "name", rulings: "key" };
/* Raised with every store that is added. An upgrade adds what is missing and touches nothing that is there. */
const SHAPE = 2;
/* Milliseconds for which a page of a former shape, in another window, is given to let go. */
const PATIENCE = 3000;

/* `shape`: that which is wanted; without one, whichever is there. */
function open(factory, name, shape = SHAPE) {
  return new Promise((resolve, reject) => {
    const asked = shape ? factory.open(name, shape) : factory.open(name);
    let late = false;
    asked.onupgradeneeded = () => {
      const there = asked.result.objectStoreNames;
      for (const [store, keyPath] of Object.entries(STORES)) {
        if (!there.contains(store)) asked.result.createObjectStore(store, { keyPath });
      }
    };
    asked.onsuccess = () => {
      if (late) asked.result.close();
      else resolve(asked.result);
    };
    asked.onerror = () => {
      // A page that is newer has added stores; those of this one are there as they were.
      if (shape && asked.error?.name === "VersionError") open(factory, name, 0).then(resolve, reject);
      else reject(asked.error);
    };
    asked.onblocked = () => setTimeout(() => {
      late = true;
      reject(new Error("another window does not let go of the store"));
    }, PATIENCE);
  });
}

export class Pocket {
  static async open(factory = globalThis.indexedDB, name = "pocket") {
    const base = await open(factory, name).catch(() => null);
    return new Pocket(base, () => open(factory, name, 0));
  }

  /** again: opens the same store anew. */
  constructor(base, again) {
    this.base = base;
    this.again = again;
    this.memory = Object.fromEntries(Object.keys(STORES).map((store) => [store, new Map()]));
    this.#giveWay();
  }

  /* A page that is newer may want the store in another shape: it gets it, and this one goes on with what it finds then. */
  #giveWay() {
    if (!this.base) return;
    const { base } = this;
    base.onversionchange = () => {
      base.close();
      this.opening = this.again().then((found) => {
        this.base = found;
        this.#giveWay();
      }, () => {});
    };
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
  async #in(store, mode, ask) {
    await this.opening;
    return await new Promise((resolve, reject) => {
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
