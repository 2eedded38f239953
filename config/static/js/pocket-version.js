/* Which version of the app this phone has, and the way to the next: fetched by the worker beside the one in use, and put in its
 * place when the person says so. The page changes only once the new worker controls it.
 *
 * Events (of an EventTarget): kept (the app is on this phone); coming; ready; broke-off; replaced (another window has put the next
 * version in place: this page must be opened anew before it reads anything more). */

/* Milliseconds. */
const SAY_AGAIN = 1000;

export class Version extends EventTarget {
  constructor({ worker, container = navigator.serviceWorker, reload = () => location.reload() }) {
    super();
    this.worker = worker;
    this.container = container;
    this.reload = reload;
    this.registration = null;
    this.wanted = false;
    this.replaced = false;
  }

  get possible() {
    return Boolean(this.container) && "caches" in globalThis;
  }

  /* Whether the page is served from what is kept. */
  get controlled() {
    return Boolean(this.container?.controller);
  }

  async begin() {
    if (!this.possible) return false;
    let controlled = this.controlled;
    this.container.addEventListener("controllerchange", () => {
      if (!controlled) {
        controlled = true;
        this.#tell("kept");
      } else if (this.wanted) {
        this.reload();
      } else {
        this.replaced = true;
        this.#tell("replaced");
      }
    });
    try {
      this.registration = await this.container.register(this.worker, { updateViaCache: "none" });
    } catch {
      // Without a network: what is kept goes on.
      this.registration = (await this.container.getRegistration(this.worker).catch(() => null)) ?? null;
    }
    if (!this.registration) return this.controlled;
    this.registration.addEventListener("updatefound", () => this.#follow(this.registration.installing));
    if (this.registration.installing) this.#follow(this.registration.installing);
    if (this.registration.waiting && controlled) this.#tell("ready");
    return true;
  }

  /* Look for a next version: this one is `mine`, that of the site `now`. Resolves to whether they are the same. */
  async compare(now) {
    const mine = await this.mine();
    if (!mine || !now || mine === now) return true;
    if (this.registration && !this.registration.waiting) {
      if (!this.registration.installing) await this.registration.update().catch(() => this.#tell("broke-off"));
    }
    return false;
  }

  /* The version that controls this page; empty if none does. */
  mine() {
    const controller = this.container?.controller;
    if (!controller) return Promise.resolve("");
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      controller.postMessage("version", [port2]);
    });
  }

  /* Put the next version in place; the page comes anew when it controls it. */
  use() {
    this.wanted = true;
    if (this.replaced || !this.registration?.waiting) this.reload();
    else this.#put();
  }

  /* Say it to the worker again and again until it controls the page: while another window loads, a browser may let it pass. */
  #put() {
    this.registration.waiting?.postMessage("use");
    if (!this.replaced) setTimeout(() => this.#put(), SAY_AGAIN);
  }

  #follow(worker) {
    if (!worker) return;
    const first = !this.controlled;
    let whole = false;
    if (!first) this.#tell("coming");
    worker.addEventListener("statechange", () => {
      if (worker.state === "installed") {
        whole = true;
        if (!first) this.#tell("ready");
      }
      // One that was whole goes the same way, once the next has taken its place.
      if (worker.state === "redundant" && !whole) this.#tell("broke-off");
    });
  }

  #tell(name) {
    this.dispatchEvent(new CustomEvent(name));
  }
}
