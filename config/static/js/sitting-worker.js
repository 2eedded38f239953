/* While the network is away: opens an attempt's page from what the page itself has put into the browser's store. While the
 * network is there everything comes from it, and what is sent (a save, a sign of life) never passes through here. */

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const PAGE = /^([0-9a-f-]{36})\/(?:\d+\/)?$/;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const scope = new URL(self.registration.scope).pathname;
  const inside = url.pathname.startsWith(scope) ? url.pathname.slice(scope.length) : "";
  if (request.mode === "navigate") {
    const [, attempt] = PAGE.exec(inside) ?? [];
    if (attempt) event.respondWith(fetch(request).catch((gone) => kept(`${scope}${attempt}/shell/`, gone)));
  } else if (inside.endsWith("/paper/") || ["script", "style", "image"].includes(request.destination)) {
    event.respondWith(fetch(request).catch((gone) => kept(request, gone)));
  }
});

async function kept(request, gone) {
  const found = await caches.match(request, { ignoreVary: true });
  if (!found) throw gone;
  return found;
}
