import { isJsonObject, type Json } from "../../../base/json/json.ts";

/** What a member of a body must be: a text, a time, texts by name, one of these words, or an object of such. */
export type MemberType = "text" | "time" | "texts" | readonly string[] | { readonly [name: string]: MemberType };

/** RFC 3339, as the interface descriptions ask for it. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** The first member that is not what it must be, in words; null and absent are right for all, what is not named too. */
export function wrongMember(value: Json | undefined, type: MemberType, at = ""): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (type === "text") return typeof value === "string" ? undefined : `'${at}' must be a string`;
  if (type === "time") return typeof value === "string" && time.test(value) ? undefined : `'${at}' must be a time`;
  if (isWords(type)) {
    return typeof value === "string" && type.includes(value) ? undefined : `'${at}' must be one of ${type.join(", ")}`;
  }
  if (!isJsonObject(value)) return at === "" ? "the body must be an object" : `'${at}' must be an object`;
  const members =
    type === "texts" ? Object.keys(value).map((name) => [name, "text"] as const) : Object.entries<MemberType>(type);
  for (const [name, inner] of members) {
    const wrong = wrongMember(value[name], inner, at === "" ? name : `${at}.${name}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function isWords(type: MemberType): type is readonly string[] {
  return Array.isArray(type);
}
