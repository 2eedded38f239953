/* Opens the app without a network, from a bundle of files that it keeps whole. BUNDLE, which the site writes before this, names
 * them: {version, shell, files: {address: SHA-256}}.
 *
 * A version is fetched whole and each file compared with its digest before any is kept; what broke off, or came from another
 * version of the site, is thrown away and the version before goes on. A version that is whole waits until the page asks for it
 * or no page of the version before is open. What is anybody's own (state/, questions/, answers) never passes through here.
 * It serves pages below its own address only, and leaves the caches of the exam room (attempt-…) alone. */

/* global BUNDLE */

const PREFIX = "pocket-";
const CACHE = PREFIX + BUNDLE.version;

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("message", (event) => {
  if (event.data === "use") event.waitUntil(self.skipWaiting());
  if (event.data === "version") event.ports[0].postMessage(BUNDLE.version);
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const address = request.mode === "navigate" && url.pathname === BUNDLE.shell ? BUNDLE.shell : url.pathname + url.search;
  if (address in BUNDLE.files) event.respondWith(kept(address, request));
});

async function kept(address, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request);
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
