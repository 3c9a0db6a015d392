import en from "./en.js";
export default { ...en, "language.name": "中文" };
