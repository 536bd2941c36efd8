import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";
import type { LocalReply, LocalRequest } from "./local-vendor.ts";

const tagName = /^etag$/i;
const conditionHeader = "if-match";

/** Whether a request demands that something has a version: `If-Match`, `?etag=`, or a member `etag` of its body. */
export function demandsVersion(request: LocalRequest): boolean {
  if (isTag(request.headers[conditionHeader])) return true;
  if ([...request.query].some(([name, value]) => tagName.test(name) && isTag(value))) return true;
  let found = false;
  mapTags(request.body ?? null, undefined, (tag) => {
    found = true;
    return tag;
  });
  return found;
}

/** The same request, demanding versions that nothing has. */
export function withStrangeTags(request: LocalRequest): LocalRequest {
  const url = new URL(request.url);
  for (const [name, value] of [...url.searchParams]) {
    if (tagName.test(name) && isTag(value)) url.searchParams.set(name, strangeTag(value));
  }
  const condition = request.headers[conditionHeader];
  const headers = isTag(condition) ? { ...request.headers, [conditionHeader]: strangeTag(condition) } : request.headers;
  const body = request.body === undefined ? undefined : mapTags(request.body, undefined, strangeTag);
  return { ...request, url, query: url.searchParams, headers, body };
}

/**
 * The same answer with the version tags that `earlier` has in their places; strange ones where it has none that differ.
 */
export function withEarlierTags(reply: LocalReply, earlier: LocalReply): LocalReply {
  const headers = Object.entries(reply.headers ?? {}).map(([name, value]) => [
    name,
    tagName.test(name) ? earlierTag(value, earlier.headers?.[name]) : value,
  ]);
  return {
    ...reply,
    ...(reply.headers === undefined ? {} : { headers: Object.fromEntries(headers) }),
    ...(reply.body === undefined ? {} : { body: mapTags(reply.body, earlier.body, earlierTag) }),
  };
}

function earlierTag(tag: string, earlier: Json | undefined): string {
  return typeof earlier === "string" && isTag(earlier) && earlier !== tag ? earlier : strangeTag(tag);
}

function isTag(value: string | undefined): value is string {
  return value !== undefined && value !== "" && value !== "*";
}

/** A tag of the same form that is another one: its last letter or digit is exchanged. */
function strangeTag(tag: string): string {
  return tag.replace(/[a-z0-9](?=[^a-z0-9]*$)/i, (last) => (last === "0" ? "1" : "0"));
}

/**
 * Rewrites every tag in a document; `beside` is walked along, save into lists, whose places say nothing about identity.
 */
function mapTags(value: Json, beside: Json | undefined, map: (tag: string, beside: Json | undefined) => string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => mapTags(item, undefined, map));
  if (!isJsonObject(value)) return value;
  const other: JsonObject = isJsonObject(beside) ? beside : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (typeof member === "string" && tagName.test(name) && isTag(member)) return [name, map(member, other[name])];
      return [name, mapTags(member, other[name], map)];
    }),
  );
}
