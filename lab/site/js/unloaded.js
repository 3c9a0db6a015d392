// A plain script, which runs where modules do not: it says why there is nothing to see. Errors of scripts do
// not bubble, so that they are caught on their way down.
(() => {
  const tell = () => {
    document.getElementById("loading").hidden = true;
    document.getElementById("unloaded").hidden = false;
  };
  addEventListener("error", e => {
    const script = e.target === window || e.target instanceof HTMLScriptElement; // and not a picture
    if (script && document.getElementById("loading")) tell();
  }, true);
  if (!("noModule" in HTMLScriptElement.prototype)) addEventListener("DOMContentLoaded", tell);
})();
