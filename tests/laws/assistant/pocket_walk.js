/* Walks the bundle of rulings along every way that it is told, and says where it differs from the engine. Run by deno.
 *
 * Takes from standard input {bundle, cases, searches}: a case has edition, procedure, seat, path and what is expected there,
 * `question` or `ruling`, perhaps its `address` on the site; a search has edition, typed and the ids that are found. Prints a list of differences. */

import { load } from "../../../config/static/js/pocket-interview.js";

const { bundle, cases, searches } = JSON.parse(await new Response(Deno.stdin.readable).text());
const faults = [];
const assistants = new Map(bundle.editions.map(({ slug }) => [slug, load(bundle, slug)]));

/** A value as text, whatever the order of its names. */
function plain(value) {
  return JSON.stringify(value, (_, one) => one?.constructor === Object
    ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one);
}

function differs(where, told, expected) {
  for (const [name, value] of Object.entries(expected)) {
    const [ours, theirs] = [plain(told?.[name]), plain(value)];
    if (ours !== theirs) faults.push(`${where}: ${name}: ${ours}, but the engine says ${theirs}`);
  }
}

for (const { edition, procedure, seat, path, question, ruling, address } of cases) {
  const where = `${edition} ${procedure} ${seat ?? "roles"} ${path.map((one) => one.join("=")).join("/")}`;
  const assistant = assistants.get(edition);
  assistant.sit(seat);
  if (!assistant.start(procedure)) {
    faults.push(`${where}: no such way in`);
    continue;
  }
  const led = path.every(([fact, word]) => {
    const asks = assistant.question()?.fact;
    if (asks === fact) assistant.answer(word);
    else faults.push(`${where}: ${asks ?? "nothing"} is asked, not ${fact}`);
    return asks === fact;
  });
  if (!led) continue;
  if (address) differs(where, assistant, { address });
  const [asked, ruled] = [assistant.question(), assistant.ruling()];
  if (question) differs(where, asked, question);
  else if (asked) faults.push(`${where}: ${asked.fact} is asked, but the ruling is complete`);
  if (ruling) differs(where, ruled, ruling);
  else if (ruled) faults.push(`${where}: ruled, but a question is open`);
}

for (const { edition, typed, found } of searches) {
  const ours = assistants.get(edition).find(typed).map(({ id }) => id);
  if (ours.join() !== found.join()) faults.push(`${edition} “${typed}”: found ${ours}, but the engine finds ${found}`);
}

console.log(JSON.stringify({ walked: cases.length, faults }));
