/// The script of a site for search and keyboard navigation; without it the site can still be read.
package enum SiteScript {
  package static let name = "site.js"

  // What it shows are elements of the page itself, so that no text is ever made markup.
  package static let text = #"""
    "use strict";

    const field = document.getElementById("search");
    const list = document.getElementById("types");
    const found = document.getElementById("found");
    const status = document.getElementById("status");
    const greatestCount = 200;

    // What is searched of a type: its name, its tags one by one, and all of its words.
    const rows = Array.from(list ? list.querySelectorAll("li[data-type]") : [], (element) => ({
      element,
      name: element.querySelector("a").textContent,
      tags: element.querySelector(".tags").textContent.toLowerCase().split(" "),
      text: element.textContent.toLowerCase(),
    }));

    // The smaller, the better it fits.
    function distance(row, query) {
      if (row.name === query || row.tags.includes(query) || row.tags.includes("." + query)) return 0;
      if (row.name.endsWith("." + query)) return 1;
      if (row.name.startsWith(query)) return 2;
      if (row.name.includes(query)) return 3;
      return 4;
    }

    function search() {
      const query = field.value.trim().toLowerCase();
      const words = query.split(/\s+/).filter(Boolean);
      list.hidden = words.length > 0;
      found.hidden = !list.hidden;
      const hits = words.length === 0 ? [] : rows
        .filter((row) => words.every((word) => row.text.includes(word)))
        .map((row, place) => ({ row, place, distance: distance(row, query) }))
        .sort((left, right) => left.distance - right.distance || left.place - right.place);
      found.replaceChildren(
        ...hits.slice(0, greatestCount).map((hit) => hit.row.element.cloneNode(true)));
      const shown = Math.min(hits.length, greatestCount);
      if (words.length === 0) status.textContent = "";
      else if (hits.length === 0) status.textContent = "No type fits.";
      else if (hits.length > shown) status.textContent = `${shown} of ${hits.length} types`;
      else status.textContent = hits.length === 1 ? "1 type" : `${hits.length} types`;
    }

    // The links that the arrow keys go through.
    function links() {
      const place = found && !found.hidden ? found : document.querySelector("main");
      return Array.from(place.querySelectorAll("li a")).filter((link) => link.offsetParent);
    }

    function move(step) {
      const all = links();
      const current = all.indexOf(document.activeElement);
      const next = document.activeElement === field || current < 0
        ? (step > 0 ? 0 : -1) : current + step;
      if (next < 0) field.focus();
      else if (next < all.length) all[next].focus();
    }

    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const inField = document.activeElement === field;
      const inLink = document.activeElement && document.activeElement.matches("li a");
      if (event.key === "/" && !inField) {
        field.focus();
        field.select();
      } else if (event.key === "Escape" && inField && list) {
        field.value = "";
        search();
      } else if (event.key === "ArrowDown" && (inField || inLink)) {
        move(1);
      } else if (event.key === "ArrowUp" && inLink) {
        move(-1);
      } else if (event.key === "Enter" && inField && found && !found.hidden) {
        const first = found.querySelector("a");
        if (first) first.click();
      } else {
        return;
      }
      event.preventDefault();
    });

    if (list) {
      field.form.addEventListener("submit", (event) => event.preventDefault());
      field.addEventListener("input", search);
      // What a page of a type was asked for, or what was there before going back.
      field.value = new URLSearchParams(location.search).get("q") || field.value;
      search();
    }

    """#
}
