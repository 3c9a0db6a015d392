export * from "./fuel.js";
export * from "./statehash.js";
