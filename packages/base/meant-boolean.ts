import type { Json } from "./json/json.ts";

/** `true` or `false`, for what older versions of YAML, and people, write for it; undefined for anything else. */
export function meantBoolean(value: Json | undefined): "true" | "false" | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const word = String(value).toLowerCase();
  if (["true", "yes", "on", "y", "1"].includes(word)) return "true";
  return ["false", "no", "off", "n", "0"].includes(word) ? "false" : undefined;
}
