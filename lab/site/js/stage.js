// A page with one scene: its panel, its actions, its experiments, and what the site asks of a page.
import { el, write } from "./dom.js";
import { t, has } from "./text.js";
import { Panel, buttons, keyboard } from "./panel.js";
import { experiments } from "./parts.js";

export class Stage {
  // keys are those of the actions, by name. tries are the experiments: what they set, by control; what they do
  // not name goes back to its first value. prepared is called when one is set up.
  constructor(name, app, keys, tries, prepared) {
    this.name = name;
    this.keys = keys;
    this.scene = app.engine.open(name);
    this.panel = new Panel(name, this.scene, { changed: () => { this.look(null); this.settle(); } });
    this.settle = () => app.settle(this.panel.settings());
    this.told = el("p", { class: "look", role: "status" });
    this.tried = experiments(name, Object.keys(tries), one => {
      for (const c of this.scene.controls) this.panel.set(c.name, tries[one][c.name] ?? c.value);
      prepared?.(one);
      this.look(one);
      this.settle();
    });
    this.row = buttons(name, this.scene, keys);
    this.look(null);
    if (app.still) this.scene.act("pause");
  }

  // look says what to look at in an experiment; null in none.
  look(one) {
    this.told.hidden = !one;
    if (one) write(this.told, t(this.name + ".look." + one));
    for (const b of this.tried.querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.try === one));
  }

  // label is a figure's name: the page's own, or the one that all pages share.
  label(figure) {
    const own = this.name + ".figure." + figure;
    return t(has(own) ? own : "figure." + figure);
  }

  // status makes a list of figures, and returns it with where each is written.
  status(...names) {
    const figures = {}, list = el("dl", { class: "status" });
    for (const name of names) {
      figures[name] = el("dd", { "data-figure": name });
      list.append(el("div", {}, el("dt", {}, this.label(name)), figures[name]));
    }
    return { list, figures };
  }

  // lane makes a canvas with its name, its figures and what there is to say of it.
  lane(name, swatch, kind, ...names) {
    const figures = {}, canvas = el("canvas", { class: kind, role: "img", "aria-label": t(this.name + ".lane." + name) });
    const line = el("div", { class: "figures" });
    for (const f of names) {
      figures[f] = el("b", { "data-figure": name + "." + f });
      line.append(el("span", { class: "figure" }, this.label(f) + " ", figures[f]));
    }
    const root = el("section", { class: "lane" },
      el("div", { class: "head" }, el("h2", {}, el("i", { class: "swatch " + swatch }), t(this.name + ".lane." + name)), line),
      canvas, el("p", { class: "about" }, t(this.name + ".about." + name)));
    return { name, root, element: canvas, figures };
  }

  // tellPause shows on its button whether the scene is paused.
  tellPause() {
    this.row.querySelector("[data-act=pause]").setAttribute("aria-pressed", String(this.scene.get("paused") > 0));
  }

  // page is what the site asks of a page that draws onto canvases.
  page(canvases, draw) {
    return {
      scene: this.scene,
      apply: settings => this.panel.apply(settings),
      settings: () => this.panel.settings(),
      key: keyboard(this.keys, name => this.scene.act(name)),
      leave: () => this.scene.leave(),
      frame: now => {
        this.scene.frame(now);
        draw(now);
      },
      close() { for (const c of canvases) c.close(); },
    };
  }
}
