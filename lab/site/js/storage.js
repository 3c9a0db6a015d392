// What is kept in this browser: the language. A browser that keeps nothing is no error.
export const stored = key => {
  try { return localStorage.getItem("tactus." + key); } catch { return null; }
};

export const store = (key, value) => {
  try { localStorage.setItem("tactus." + key, value); } catch { /* blocked: it is asked anew next time */ }
};
