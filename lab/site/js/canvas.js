// A canvas in the sharpness of the screen, in the colours of the style sheet.
const names = ["ground", "panel", "text", "quiet", "rule", "edge", "warn", "good", "s0", "s1", "s2", "s3", "s4", "s5", "s6"];
export const ink = {};

const readInk = () => {
  const style = getComputedStyle(document.documentElement);
  for (const n of names) ink[n] = style.getPropertyValue("--" + n).trim();
};

const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", readInk);
export const inkReady = () => { if (!ink.text) readInk(); };
export const onTheme = f => dark.addEventListener("change", f);

export const font = (size, weight) => (weight || "") + " " + size + "px system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";

export class Canvas {
  constructor(element) {
    inkReady();
    this.element = element;
    this.c = element.getContext("2d");
    this.width = this.height = 0;
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(element);
    this.fit();
  }

  fit() {
    const dpr = Math.min(devicePixelRatio || 1, 3), box = this.element.getBoundingClientRect();
    this.width = Math.round(box.width);
    this.height = Math.round(box.height);
    this.element.width = Math.round(box.width * dpr);
    this.element.height = Math.round(box.height * dpr);
    this.c.setTransform(dpr, 0, 0, dpr, 0, 0);
    this.stale = true;
  }

  clear() { this.c.clearRect(0, 0, this.width, this.height); }

  close() { this.watch.disconnect(); }
}
