// make returns an element. Texts are always set as text, so nothing that a recording says becomes markup.
export function make(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value !== undefined) e.setAttribute(key, String(value));
  }
  e.append(...children.filter((c) => c !== undefined && c !== null).map((c) => (c instanceof Node ? c : String(c))));
  return e;
}

// table returns a table with a head. A cell is a text, an element, or { number } for one to the right.
export function table(head, rows) {
  const numeric = head.map((_, i) => rows.some((r) => typeof r[i] === "object" && r[i] !== null && "number" in r[i]));
  const th = head.map((h, i) => make("th", { scope: "col", class: numeric[i] ? "number" : undefined }, h));
  const cell = (c) => {
    if (c instanceof Node) return make("td", {}, c);
    if (typeof c === "object" && c !== null && "number" in c) return make("td", { class: "number" }, c.number);
    return make("td", { class: "words" }, c);
  };
  return make("div", { class: "scroll" }, make("table", {}, make("thead", {}, make("tr", {}, ...th)),
    make("tbody", {}, ...rows.map((r) => make("tr", {}, ...r.map(cell))))));
}
