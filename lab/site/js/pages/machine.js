import { el } from "../dom.js";
import { t } from "../text.js";
export const open = root => { root.append(el("h1", {}, t("nav.machine"))); return {}; };
