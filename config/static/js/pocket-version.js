/* Which version of the app this phone has, and the way to the next: fetched by its worker beside the one in use, and put in its
 * place when the person says so. The page comes anew as soon as that worker says that its version is in use; it may control the
 * page much later, which changes nothing then.
 *
 * Events (of an EventTarget): kept (the app is on this phone); coming; ready; broke-off; replaced (another window has put the next
 * version in place: this page must be opened anew before it reads anything more). */

export class Version extends EventTarget {
  constructor({ worker, container = navigator.serviceWorker, reload = () => location.reload() }) {
    super();
    this.worker = worker;
    this.container = container;
    this.reload = reload;
    this.registration = null;
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
    const own = this.mine();
    this.container.addEventListener("controllerchange", async () => {
      if (!controlled) {
        controlled = true;
        this.#tell("kept");
      } else if ((await this.mine()) !== (await own)) this.#replace();
    });
    this.container.addEventListener("message", ({ data }) => data === "replaced" && this.#replace());
    this.container.startMessages();
    try {
      this.registration = await this.container.register(this.worker, { updateViaCache: "none" });
    } catch {
      // Without a network: what is kept goes on.
      this.registration = (await this.container.getRegistration(this.worker).catch(() => null)) ?? null;
    }
    if (!this.registration) return this.controlled;
    this.registration.addEventListener("updatefound", () => this.#follow(this.registration.installing));
    if (this.registration.installing) this.#follow(this.registration.installing);
    const { waiting } = this.registration;
    // One whose version is in use already waits for nothing but the browser.
    if (waiting && controlled && (await this.#ask(waiting, "version")) !== (await own)) this.#tell("ready");
    return true;
  }

  /* Look for a next version: this one is `mine`, that of the site `now`. Resolves to whether they are the same. */
  async compare(now) {
    const mine = await this.mine();
    if (!mine || !now || mine === now) return true;
    if (!this.registration || this.registration.installing) return false;
    const { waiting } = this.registration;
    if (!waiting || (await this.#ask(waiting, "version")) !== now) await this.registration.update().catch(() => this.#tell("broke-off"));
    return false;
  }

  /* The version that this page is served from; empty if none is kept. */
  mine() {
    const controller = this.container?.controller;
    return controller ? this.#ask(controller, "version") : Promise.resolve("");
  }

  /* Put the next version in use, and open the page anew with it. */
  async use() {
    const waiting = this.registration?.waiting;
    if (waiting && !this.replaced) await this.#ask(waiting, "use");
    this.reload();
  }

  /* What a worker replies. */
  #ask(worker, words) {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      worker.postMessage(words, [port2]);
    });
  }

  #replace() {
    this.replaced = true;
    this.#tell("replaced");
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
