import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";

/** What the platform gives out anew each time: compared by its form only. */
const assigned = /^(id|eTag|nextLink|serviceEndpoint|createdBy|lastModifiedBy)$/;
const time = /^\d{4}-\d\d-\d\dT/;
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * How an answer differs from the documented one, in words: members that lack or say something else. Ids and times count
 * by their form; null and absence are one; lists of named things have no order; more than is documented is no
 * difference (what may be there at all, the interface description says). Members whose path matches `aside` are not
 * compared.
 */
export function differences(
  documented: Json,
  actual: Json | undefined,
  aside: readonly RegExp[],
  path = "",
): readonly string[] {
  if (aside.some((pattern) => pattern.test(path))) return [];
  if (documented === null || documented === undefined) {
    return actual === null || actual === undefined || actual === "" || time.test(String(actual)) || isPrincipal(path)
      ? []
      : [`${path} should be null, is ${JSON.stringify(actual)}`];
  }
  if (Array.isArray(documented)) return listDifferences(documented, actual, aside, path);
  if (isJsonObject(documented)) {
    if (!isJsonObject(actual)) return [`${path} should be an object, is ${JSON.stringify(actual ?? null)}`];
    if (isPrincipal(path)) return [];
    return Object.entries(documented).flatMap(([key, value]) =>
      differences(value, actual[key], aside, path === "" ? key : `${path}.${key}`),
    );
  }
  const key = path.slice(path.lastIndexOf(".") + 1);
  if (typeof documented === "string" && (assigned.test(key) || time.test(documented))) {
    return sameForm(documented, actual, key)
      ? []
      : [`${path} has not the form of ${documented}: ${JSON.stringify(actual ?? null)}`];
  }
  return documented === actual
    ? []
    : [`${path} should be ${JSON.stringify(documented)}, is ${JSON.stringify(actual ?? null)}`];
}

/** Who did something: another one in every cloud. */
function isPrincipal(path: string): boolean {
  return /(^|[.])lastModifiedBy$/.test(path);
}

function sameForm(documented: string, actual: Json | undefined, key: string): boolean {
  if (key === "nextLink") return actual === null || actual === undefined || typeof actual === "string";
  if (typeof actual !== "string") return false;
  if (time.test(documented)) return time.test(actual);
  if (key === "id" && documented.startsWith("/")) return typesOf(documented) === typesOf(actual);
  if (key === "id" && guid.test(documented)) return guid.test(actual);
  // Rules are told apart by ids that mean something; whoever has a documented rule's id is compared with it.
  return key !== "id" || actual === documented || !documented.includes("_");
}

/** An id without the names in it: which types it goes through, as they are spelled. */
function typesOf(id: string): string {
  return id
    .split("/")
    .filter((_, index) => index % 2 === 1)
    .join("/");
}

function listDifferences(
  documented: readonly Json[],
  actual: Json | undefined,
  aside: readonly RegExp[],
  path: string,
): readonly string[] {
  if (!Array.isArray(actual)) return [`${path} should be a list, is ${JSON.stringify(actual ?? null)}`];
  return documented.flatMap((item, index) => {
    const other = actual.find((each: Json) => isSame(item, each)) ?? (isNamed(item) ? undefined : actual[index]);
    return other === undefined ? [`${path} lacks ${nameOf(item)}`] : differences(item, other, aside, `${path}[]`);
  });
}

function isNamed(item: Json): item is JsonObject {
  return isJsonObject(item) && nameOf(item) !== "";
}

function nameOf(item: Json): string {
  if (!isJsonObject(item)) return JSON.stringify(item);
  const name = item["ruleType"] === undefined ? item["name"] : item["id"];
  return typeof name === "string" ? name : "";
}

function isSame(a: Json, b: Json): boolean {
  return isNamed(a) && isNamed(b) && nameOf(a) === nameOf(b);
}
