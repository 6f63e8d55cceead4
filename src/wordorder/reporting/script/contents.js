const WIDE = "(min-width: 64rem)"; // as in style.css

/** Marks the section being read in the contents, which open and close on a narrow screen. */
export function startContents(contents) {
  foldOnNarrowScreens(contents.querySelector("details"));
  const links = new Map();
  for (const link of contents.querySelectorAll("a")) {
    links.set(document.getElementById(link.hash.slice(1)), link);
  }
  const seen = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      seen[isIntersecting ? "add" : "delete"](target);
    }
    markFirst([...links.keys()].filter((section) => seen.has(section)), links);
  }, { rootMargin: "-15% 0px -60% 0px" });
  links.forEach((_, section) => observer.observe(section));
}

function markFirst(sections, links) {
  if (sections.length === 0) {
    return; // between two sections: the last one stays
  }
  for (const [section, link] of links) {
    if (section === sections[0]) {
      link.setAttribute("aria-current", "true");
    } else {
      link.removeAttribute("aria-current");
    }
  }
}

function foldOnNarrowScreens(details) {
  const wide = matchMedia(WIDE);
  const fold = () => {
    details.open = wide.matches;
  };
  fold();
  wide.addEventListener("change", fold);
  details.addEventListener("click", (event) => {
    if (event.target.closest("a") !== null) {
      fold();
    }
  });
}
