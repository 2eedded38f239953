/* Signing out: sends what is still to be sent if it can, then empties what this phone keeps: caches, the worker, questions, rulings, notes.
 * Answers that cannot be sent now stay, bare of their questions, until the same person signs in on this phone again. */

import { Outbox } from "./pocket-outbox.js";
import { ask, Pocket } from "./pocket-store.js";

const HOME = "/at-the-table/";
/* Milliseconds that a person waits for a network that may not be there. */
const PATIENCE = 3000;

export async function leave({ factory = globalThis.indexedDB, fetch = globalThis.fetch.bind(globalThis) } = {}) {
  if (!(await here(factory))) return;
  const pocket = await Pocket.open(factory);
  const outbox = new Outbox({ pocket, address: "/api/v1/training/answers/", fetch });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  if ((await pocket.all("answers")).length) {
    await Promise.race([ask(`${HOME}state/`, fetch).then((state) => outbox.send(state)).catch(() => {}), late]);
  }
  await pocket.clear("questions");
  await pocket.clear("rulings");
  await pocket.clear("notes");
  sessionStorage.removeItem("pocket-interview");
  pocket.close();
  for (const name of (await globalThis.caches?.keys()) ?? []) if (name.startsWith("pocket-")) await caches.delete(name);
  const registration = await navigator.serviceWorker?.getRegistration(HOME);
  if (registration && new URL(registration.scope).pathname === HOME) await registration.unregister();
}

/* Whether this browser has the app's store at all; where it cannot say, it may. */
async function here(factory) {
  if (!factory) return false;
  const all = await factory.databases?.().catch(() => null);
  return all ? all.some((one) => one.name === "pocket") : true;
}
