/* Opens the app without a network, from a bundle of files that it keeps whole. BUNDLE, which the site writes before this, names
 * them: {version, shell, files: {address: SHA-256}}.
 *
 * A version is fetched whole and each file compared with its digest before any is kept; what broke off, or came from another
 * version of the site, is thrown away and the version before goes on. A version that is whole waits until the page asks for it
 * or no page of the version before is open. A browser lets the worker of a version take over only when the one before has nothing
 * to do, which may take half a minute and holds up windows that load; so the version that is asked for is written down, and the
 * former worker serves its files as long as a page is open. What is anybody's own (state/, questions/, answers) is never kept here.
 * It serves pages below its own address only, and leaves the caches of the exam room (attempt-…) alone. */

/* global BUNDLE */

const PREFIX = "pocket-";
const CACHE = PREFIX + BUNDLE.version;
/* Which version is in use before its worker is: one note, at one address, gone when the worker takes over. */
const IN_USE = `${PREFIX}in-use`, NOTE = "/version";

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("message", (event) => {
  if (event.data === "use") event.waitUntil(use(event));
  if (event.data === "version") event.waitUntil(inUse().then((version) => event.ports[0].postMessage(version)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const address = request.mode === "navigate" && url.pathname === BUNDLE.shell ? BUNDLE.shell : url.pathname + url.search;
  // A style or script of the version in use may have an address that this worker does not know.
  const below = url.pathname.startsWith(new URL(self.registration.scope).pathname);
  if (address in BUNDLE.files || !below) event.respondWith(kept(address, request));
});

async function kept(address, request) {
  const cache = await caches.open(PREFIX + (await inUse()));
  return (await cache.match(address)) ?? fetch(request);
}

/* The version whose files are served: this worker's own, or the one that a page has asked for and whose worker still waits. */
async function inUse() {
  if (!(await caches.has(IN_USE))) return BUNDLE.version;
  const note = await (await caches.open(IN_USE)).match(NOTE);
  const asked = await note?.text();
  return asked && (await caches.has(PREFIX + asked)) ? asked : BUNDLE.version;
}

/* Put this version in use now: the page that asks is answered, the other windows are told. The worker
 * itself takes over once no page is open: one that is hurried holds up windows that load. */
async function use({ source, ports }) {
  await (await caches.open(IN_USE)).put(NOTE, new Response(BUNDLE.version));
  for (const page of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) {
    if (page.id !== source.id && page.url.startsWith(self.registration.scope)) page.postMessage("replaced");
  }
  if (ports[0]) ports[0].postMessage(BUNDLE.version);
  else await self.skipWaiting(); // a page of a former release, which waits to be controlled
}

async function fill() {
  const former = await formerFiles();
  const files = await Promise.all(Object.entries(BUNDLE.files).map(([address, digest]) => fetched(address, digest, former)));
  try {
    const cache = await caches.open(CACHE);
    for (const [address, response] of files) await cache.put(address, response);
  } catch (noRoom) {
    await caches.delete(CACHE);
    throw noRoom;
  }
}

/* A file of this version: the one before's if it is the same, else fetched and compared. */
async function fetched(address, digest, former) {
  const same = former.get(digest);
  if (same) return [address, await same.match(address)];
  const response = await fetch(address, { cache: "no-store", credentials: "same-origin", redirect: "error" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const content = await response.arrayBuffer();
  const found = [...new Uint8Array(await crypto.subtle.digest("SHA-256", content))];
  if (found.map((one) => one.toString(16).padStart(2, "0")).join("") !== digest) throw new Error(`${address} is of another version`);
  const headers = { "X-Digest": digest };
  for (const name of ["Content-Type", "Content-Security-Policy"]) {
    if (response.headers.has(name)) headers[name] = response.headers.get(name);
  }
  return [address, new Response(content, { headers })];
}

/* The caches of versions before, by the digest of each file in them that has the same address. */
async function formerFiles() {
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CACHE) continue;
    const cache = await caches.open(name);
    for (const address of Object.keys(BUNDLE.files)) {
      const response = await cache.match(address);
      const digest = response?.headers.get("X-Digest");
      if (digest && digest === BUNDLE.files[address]) found.set(digest, cache);
    }
  }
  return found;
}

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}
