/* Takes the place of pocket-worker.js where the site keeps nothing off line any more (OFF_LINE=0): empties the caches, takes itself
 * away, and has every page that is open come anew from the site. Answers that have not been sent are not in these caches. */

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(clear()));

async function clear() {
  for (const name of await caches.keys()) if (name.startsWith("pocket-")) await caches.delete(name);
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) {
    if (page.url.startsWith(self.registration.scope)) await page.navigate(page.url).catch(() => {});
  }
}
