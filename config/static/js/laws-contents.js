// The contents beside a law: open where there is room for them, and the provision that is being read marked.
//
// Without this module the stylesheet shows them where there is room, and elsewhere they open by hand.

const contents = document.querySelector(".toc details");

if (contents) {
  const wide = matchMedia("(min-width: 60.01rem)");
  const fit = () => {
    contents.open = wide.matches;
  };
  wide.addEventListener("change", fit);
  fit();

  const links = new Map(
    [...contents.querySelectorAll("a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
  );
  const places = [...links.keys()].map((key) => document.getElementById(key)).filter(Boolean);
  const column = contents.closest(".toc");
  let marked = null;
  const mark = () => {
    // The last one that has passed the upper third of the window.
    const read = places.filter((place) => place.getBoundingClientRect().top < innerHeight / 3).at(-1);
    if (read === marked) return;
    marked = read;
    for (const [key, link] of links) {
      if (read && key === read.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (read && wide.matches) keepInSight(links.get(read.id));
  };
  // The contents of a long law are longer than the window, and scroll for themselves: the page must not move with them.
  const keepInSight = (link) => {
    const [one, all] = [link.getBoundingClientRect(), column.getBoundingClientRect()];
    if (one.top < all.top) column.scrollTop -= all.top - one.top;
    else if (one.bottom > all.bottom) column.scrollTop += one.bottom - all.bottom;
  };
  let waiting = false;
  addEventListener(
    "scroll",
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
