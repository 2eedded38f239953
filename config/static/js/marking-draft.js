/* What a marker has begun stays on this machine until it is stored: a session that ran out, or a page closed by mistake,
 * costs nothing. Kept by script and person, and only as long as no later mark of theirs has been stored (`data-given`). */

const form = document.querySelector("form[data-draft]");

if (form) {
  const key = `marking:${form.dataset.draft}`;
  const given = Number(form.dataset.given);
  const note = form.querySelector("[data-restored]");
  const fields = () => [...form.elements].filter((field) => field.name && field.type !== "hidden");

  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null; // not ours, or storage is closed to us: then there is nothing to restore
    }
  };
  const keep = () => {
    const values = {};
    for (const field of fields()) {
      if (field.type !== "radio" || field.checked) values[field.name] = field.value;
    }
    try {
      localStorage.setItem(key, JSON.stringify({ given, values }));
    } catch {
      // Storage is full or closed; the server keeps what is sent.
    }
  };

  const begun = read();
  if (begun && begun.given === given && !form.querySelector('[role="alert"]')) {
    let changed = false;
    for (const field of fields()) {
      const value = begun.values[field.name];
      if (value === undefined) continue;
      if (field.type === "radio") {
        changed ||= field.checked !== (field.value === value);
        field.checked = field.value === value;
      } else {
        changed ||= field.value !== value;
        field.value = value;
      }
    }
    note.hidden = !changed;
  } else if (begun && begun.given !== given) {
    localStorage.removeItem(key);
  }
  form.addEventListener("input", keep);
}
