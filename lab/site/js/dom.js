// Small helpers for elements. Texts are never read as HTML.
export const el = (tag, attributes, ...children) => {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name === "text") e.textContent = value;
    else e.setAttribute(name, value === true ? "" : value);
  }
  e.append(...children.filter(c => c !== null && c !== undefined));
  return e;
};

// write sets a text where it is another, which is cheaper than to lay it out anew.
export const write = (e, text) => {
  if (e.firstChild?.nodeType === 3 && e.childNodes.length === 1) {
    if (e.firstChild.data !== text) e.firstChild.data = text;
  } else e.textContent = text;
};

let ids = 0;
export const id = name => name + "-" + ++ids;

// notify shows a sentence at the foot of the page until it is read.
export const notify = (text, bad) => {
  const root = document.getElementById("notices");
  for (const old of root.querySelectorAll("p")) if (old.firstChild.data === text) return;
  const note = el("p", { class: bad ? "notice bad" : "notice" }, text);
  note.append(el("button", { type: "button", class: "close", "aria-label": "×", onclick: () => note.remove() }, "×"));
  root.append(note);
  while (root.children.length > 3) root.firstChild.remove();
};
