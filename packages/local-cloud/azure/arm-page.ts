import type { JsonObject } from "../../base/json/json.ts";
import { err, ok, type Result } from "../../base/result.ts";
import { errorCodes } from "../../vendor-wire/azure/error-shapes.ts";
import type { LocalReply, LocalRequest } from "../runtime/local-vendor.ts";
import { armError, done } from "./arm-reply.ts";
import type { ArmCall } from "./arm-route.ts";

const defaultSize = 100;

interface Row {
  /** Unique and ordered. */
  readonly key: string;
  readonly document: JsonObject;
}

interface Page {
  readonly documents: readonly JsonObject[];
  /** Absolute address of the next page; undefined at the end. */
  readonly nextLink: string | undefined;
}

/**
 * One page, as `$top` and `$skipToken` ask for. `rowsAfter` gives the rows behind a key and is read no further than the
 * page. The token holds the last key shown, so that objects which come and go between pages neither repeat nor hide
 * others.
 */
export function armPage(call: ArmCall, rowsAfter: (key: string) => Iterable<Row>): Result<Page, LocalReply> {
  const query = new Map([...call.request.query].map(([name, value]) => [name.toLowerCase(), value]));
  const top = query.get("$top");
  const token = query.get("$skiptoken") ?? "";
  const after = Buffer.from(token, "base64url").toString("utf8");
  if (top !== undefined && !/^[1-9]\d{0,5}$/.test(top)) return err(invalid(`$top is '${top}', not a number above 0`));
  if (token !== "" && !after.startsWith("after:")) return err(invalid("$skipToken is not one that a list gave"));
  const size = Math.min(Number(top ?? defaultSize), defaultSize);
  const rows: Row[] = [];
  for (const row of rowsAfter(after.slice("after:".length))) {
    const last = rows.at(-1);
    if (last !== undefined && rows.length === size) {
      return ok({ documents: rows.map(({ document }) => document), nextLink: linkAfter(call.request, last.key) });
    }
    rows.push(row);
  }
  return ok({ documents: rows.map(({ document }) => document), nextLink: undefined });
}

/** A page of things that are few and at hand, in the order of their names. */
export function pageAtHand<T>(
  call: ArmCall,
  items: readonly T[],
  nameOf: (item: T) => string,
  show: (item: T) => JsonObject,
): LocalReply {
  const named = items.map((item) => ({ key: nameOf(item), item })).sort((a, b) => (a.key < b.key ? -1 : 1));
  const page = armPage(call, function* (after) {
    for (const { key, item } of named) if (key > after) yield { key, document: show(item) };
  });
  if (!page.ok) return page.error;
  const { documents, nextLink } = page.value;
  return done(200, { value: documents, ...(nextLink === undefined ? {} : { nextLink }) });
}

function linkAfter(request: LocalRequest, key: string): string {
  const query = [...request.query].filter(([name]) => name.toLowerCase() !== "$skiptoken");
  query.push(["$skipToken", Buffer.from(`after:${key}`).toString("base64url")]);
  const written = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${originOf(request)}/${request.path}?${written.join("&")}`;
}

/** Where the caller reached the cloud; a proxy that ends TLS says so in `x-forwarded-proto`. */
export function originOf({ url, headers }: LocalRequest): string {
  const scheme = headers["x-forwarded-proto"];
  return scheme === "https" ? `https://${url.host}` : url.origin;
}

function invalid(what: string): LocalReply {
  return armError(400, errorCodes.invalidParameter, `${what}.`);
}
