// The address holds the page and its settings, so that an experiment can be linked: #jump?v=1&fps=12.
export const version = 1;

// read takes an address apart. newer says that it was made by a later lab.
export const read = hash => {
  const [page, query] = hash.replace(/^#/, "").split("?", 2);
  const settings = new URLSearchParams(query || "");
  const made = settings.get("v");
  settings.delete("v");
  return { page: decode(page), settings: Object.fromEntries(settings), newer: made !== null && !(Number(made) <= version) };
};

const decode = text => {
  try { return decodeURIComponent(text); } catch { return text; }
};

// write makes an address of what is not as at first.
export const write = (page, settings) => {
  const query = new URLSearchParams(settings).toString();
  return "#" + page + (query ? "?v=" + version + "&" + query : "");
};
