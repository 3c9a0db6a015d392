// The calculator for a step, on the page Jump.
import { el, write } from "../dom.js";
import { t } from "../text.js";
import { Panel } from "../panel.js";
import { number } from "../parts.js";

export const chooser = app => {
  const scene = app.engine.open("choose");
  const panel = new Panel("choose", scene, { changed: () => tell() });
  const figures = {};
  const say = name => el("div", {}, el("dt", {}, t("choose.figure." + name)), figures[name] = el("dd", { "data-figure": "choose." + name }));
  const verdict = el("p", { class: "look", role: "status" });
  const tell = () => {
    const rate = v => v > 0 ? number(v, v < 100 ? 1 : 0) + " Hz" : "–";
    write(figures.apart, rate(scene.get("apart")));
    write(figures.thick, rate(scene.get("thick")));
    write(figures.most, rate(scene.get("most")));
    write(figures.rate, rate(scene.get("rate")) + " (" + number(scene.get("step"), 2) + " ms)");
    write(figures.load, number(scene.get("load"), 1) + " %");
    const fits = scene.get("fits") > 0, key = fits ? "fits" : scene.get("thick") > scene.get("most") ? "thick" : "cost";
    verdict.classList.toggle("bad", !fits);
    write(verdict, t("choose." + key));
  };
  const root = el("section", { class: "choose", id: "choose" }, el("h2", {}, t("choose.title")), el("p", {}, t("choose.lead")),
    el("div", { class: "pair" }, panel.root,
      el("div", {}, el("dl", { class: "status" }, ...["apart", "thick", "most", "rate", "load"].map(say)), verdict,
        el("p", { class: "about" }, t("choose.usual")))));
  tell();
  return root;
};
