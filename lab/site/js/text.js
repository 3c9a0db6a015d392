// All words of the site: one table for each language, with the same keys.
import en from "../texts/en.js";
import zh from "../texts/zh.js";
import framesEn from "../texts/frames_en.js";
import framesZh from "../texts/frames_zh.js";
import troubleEn from "../texts/trouble_en.js";
import troubleZh from "../texts/trouble_zh.js";
import { stored, store } from "./storage.js";

export const languages = { en: { ...en, ...framesEn, ...troubleEn }, zh: { ...zh, ...framesZh, ...troubleZh } };
let table = languages.en, code = "en";

export const language = () => code;

export const choose = wanted => {
  code = languages[wanted] ? wanted : "en";
  table = languages[code];
  document.documentElement.lang = code === "zh" ? "zh-CN" : code;
  store("language", code);
};

// first is the language of a visitor: the one chosen here before, or the browser's.
export const first = () => stored("language") || (navigator.languages || []).map(l => l.slice(0, 2)).find(l => languages[l]) || "en";

export const has = key => key in table;

// t returns a text, with {name} in it replaced. A key without a text is shown as it is, so that it is seen.
export const t = (key, params) => {
  const text = table[key];
  if (text === undefined) return key;
  return params ? text.replace(/\{(\w+)\}/g, (whole, name) => name in params ? params[name] : whole) : text;
};
