/* Versions: the page comes anew once the next one is in use, whenever its worker takes over, and what broke off is not used. */

import { Version } from "/static/js/pocket-version.js";
import { equal } from "./checking.js";

class Worker extends EventTarget {
  constructor(version) {
    super();
    this.version = version;
    this.state = "installing";
    this.asked = [];
  }

  postMessage(what, [port] = []) {
    this.asked.push(what);
    if (port) port.postMessage(this.version);
  }

  becomes(state) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

/* A browser that holds what it is told to hold. */
function made({ controller = null, waiting = null, update = async () => {} } = {}) {
  const registration = Object.assign(new EventTarget(), { installing: null, waiting, update });
  const container = Object.assign(new EventTarget(), { controller, register: async () => registration, startMessages() {} });
  const reloads = [];
  const version = new Version({ worker: "/worker.js", container, reload: () => reloads.push("reload") });
  Object.defineProperty(version, "possible", { value: true });
  const told = [];
  for (const name of ["kept", "coming", "ready", "broke-off", "replaced"]) version.addEventListener(name, () => told.push(name));
  const fetched = (worker) => {
    registration.installing = worker;
    registration.dispatchEvent(new Event("updatefound"));
  };
  const controls = (worker) => {
    container.controller = worker;
    container.dispatchEvent(new Event("controllerchange"));
  };
  return { version, registration, reloads, told, fetched, controls };
}

export const cases = {
  "the first version is kept without a word of change": async () => {
    const { version, told, fetched, controls, reloads } = made();
    await version.begin();
    const worker = new Worker("one");
    fetched(worker);
    worker.becomes("installed");
    controls(worker);
    equal([told, reloads], [["kept"], []]);
  },
  "the next version waits until it is asked for, and the page comes anew though its worker still waits": async () => {
    const { version, registration, told, fetched, reloads } = made({ controller: new Worker("one") });
    await version.begin();
    const next = new Worker("two");
    fetched(next);
    equal(told, ["coming"]);
    next.becomes("installed");
    registration.waiting = next;
    equal([told, next.asked], [["coming", "ready"], []]);
    const used = version.use();
    equal([next.asked, reloads], [["use"], []]);
    await used;
    equal(reloads, ["reload"]);
  },
  "a worker that takes over after its version is in use changes nothing": async () => {
    const next = new Worker("two");
    const { version, told, controls, reloads } = made({ controller: new Worker("two"), waiting: next });
    await version.begin();
    controls(next);
    await version.mine();
    equal([told, version.replaced, reloads], [[], false, []]);
  },
  "one that broke off is told, and the former goes on": async () => {
    const { version, told, fetched, reloads } = made({ controller: new Worker("one") });
    await version.begin();
    const next = new Worker("two");
    fetched(next);
    next.becomes("redundant");
    equal([told, reloads, await version.mine()], [["coming", "broke-off"], [], "one"]);
  },
  "one that was in use goes without a word when the next takes its place": async () => {
    const { version, told, fetched } = made({ controller: new Worker("one") });
    await version.begin();
    const next = new Worker("two");
    fetched(next);
    next.becomes("installed");
    next.becomes("redundant");
    equal(told, ["coming", "ready"]);
  },
  "a page whose worker another window has replaced says so and reads nothing more before it is opened anew": async () => {
    const { version, told, controls, reloads } = made({ controller: new Worker("one") });
    await version.begin();
    const replaced = new Promise((done) => version.addEventListener("replaced", done));
    controls(new Worker("two"));
    await replaced;
    equal([told, version.replaced, reloads], [["replaced"], true, []]);
    await version.use();
    equal(reloads, ["reload"]);
  },
  "a page is told at once that another window has put the next version in use": async () => {
    const { version, told } = made({ controller: new Worker("one"), waiting: new Worker("two") });
    await version.begin();
    version.container.dispatchEvent(new MessageEvent("message", { data: "replaced" }));
    equal([told, version.replaced], [["ready", "replaced"], true]);
  },
  "a version that waits since last time is told at once": async () => {
    const { version, told } = made({ controller: new Worker("one"), waiting: new Worker("two") });
    await version.begin();
    equal(told, ["ready"]);
  },
  "another version of the site is looked for; the same is not": async () => {
    let looked = 0;
    const { version } = made({ controller: new Worker("one"), update: async () => void looked++ });
    await version.begin();
    equal([await version.compare("one"), looked, await version.compare("two"), looked], [true, 0, false, 1]);
  },
  "without a network what is kept goes on": async () => {
    const { version, registration } = made({ controller: new Worker("one") });
    version.container.register = () => Promise.reject(new TypeError("away"));
    version.container.getRegistration = async () => registration;
    equal([await version.begin(), await version.mine()], [true, "one"]);
  },
};
