// Solves a challenge of altcha before a form is sent: the form names the address of the challenge in data-challenge, and has a
// hidden field "altcha" for the answer. Nothing is asked of other sites.

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

// The counter whose key begins as the challenge asks. The browser derives each key off the main thread.
const solve = async ({ algorithm, nonce, salt, cost, keyLength, keyPrefix }) => {
  if (algorithm !== "PBKDF2/SHA-256") throw new Error(`No way to solve ${algorithm}`);
  const password = new Uint8Array(bytes(nonce).length + 4);
  password.set(bytes(nonce));
  const how = { name: "PBKDF2", hash: "SHA-256", salt: bytes(salt), iterations: cost };
  for (let counter = 0; ; counter++) {
    new DataView(password.buffer).setUint32(password.length - 4, counter);
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const derivedKey = hex(new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8)));
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey };
  }
};

const answer = async (address) => {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`The challenge was answered with ${response.status}`);
  const challenge = await response.json();
  return btoa(JSON.stringify({ challenge, solution: await solve(challenge.parameters) }));
};

for (const form of document.querySelectorAll("form[data-challenge]")) {
  const field = form.elements.namedItem("altcha");
  const show = (name) => {
    for (const one of form.querySelectorAll("[data-altcha]")) one.hidden = one.dataset.altcha !== name;
  };
  let busy = false;
  // Before the listener of the page, which lets a form be sent once.
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    show("working");
    try {
      field.value = await answer(form.dataset.challenge);
      form.submit();
    } catch (error) {
      console.warn(error);
      show("failed");
      busy = false;
    }
  });
  addEventListener("pageshow", () => {
    busy = false;
    show("");
  });
}
