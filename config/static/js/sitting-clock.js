/* The countdown of an attempt.
 *
 * The server decides when time is up; this only shows it. Let s be the server's clock and c this machine's. A reply that
 * says "now = n" was written before it arrived at c = a, so s - c >= n - a whatever the way took: every reply gives a
 * lower bound of the offset, and the greatest of them is the closest. With it the countdown never runs behind by more
 * than the quickest way has taken, and never shows less time than there is. Machines whose clock is hours off, or set
 * while the page is open, are right again at the next reply, because `a` is read from a clock that nobody sets.
 */

export class Clock {
  constructor({ now, deadline, ticks = () => performance.now() }) {
    this.ticks = ticks;
    this.offset = -Infinity;
    this.learn({ now, deadline });
  }

  /* Take in what a reply says of the server's time and of the deadline, which extra minutes may have moved. */
  learn({ now, deadline }) {
    this.offset = Math.max(this.offset, now - this.ticks());
    this.deadline = deadline;
  }

  /* The server's time, as far as it is known. */
  get now() {
    return this.ticks() + this.offset;
  }

  get millisecondsLeft() {
    return Math.max(0, this.deadline - this.now);
  }
}

/* A number of seconds as a clock shows it: 1:05:09, or 5:09 within the hour. */
export function asClock(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/* Show the time left in `element` each second. `end()` is called once, when nothing is left. At five minutes and at one,
 * `warning` (a polite live region) says so once. The words are in the elements' data attributes, translated. */
export function countDown(clock, element, warning, { end, every = 1000 }) {
  const announce = (minutes) => {
    warning.textContent = minutes === 1 ? warning.dataset.one : warning.dataset.many.replace("{n}", minutes);
  };
  const due = [5, 1];
  // Nobody needs to hear "5 minutes" on opening a page with three left.
  while (due.length && clock.millisecondsLeft <= (due[0] - 1) * 60000) due.shift();
  const show = () => {
    const seconds = Math.ceil(clock.millisecondsLeft / 1000);
    element.textContent =
      seconds >= 600
        ? element.dataset.minutes.replace("{n}", Math.ceil(seconds / 60))
        : element.dataset.exact.replace("{t}", asClock(seconds));
    element.classList.toggle("short", seconds <= 300);
    if (due.length && seconds <= due[0] * 60 && seconds > 0) announce(due.shift());
    if (seconds === 0) {
      clearInterval(timer);
      end();
    }
  };
  const timer = setInterval(show, every);
  show();
}
