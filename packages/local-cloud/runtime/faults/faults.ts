import type { FaultMatch, FaultRule } from "./fault-rule.ts";

/** What a rule can tell a request by. */
export interface FaultedCall {
  /** Null where no vendor knows the path. */
  readonly vendor: string | null;
  readonly method: string;
  /** Without leading slash and query. */
  readonly path: string;
  /** Whether the request demands a version: by `If-Match`, a query parameter or in its body. */
  carriesVersion(): boolean;
}

/** Whether a rule is about this call at all; the count of such calls is what `nth` and the like go by. */
export function isAbout(rule: FaultRule, call: FaultedCall): boolean {
  const { method, path, vendor }: FaultMatch = rule.match ?? {};
  if (vendor !== undefined && vendor !== call.vendor) return false;
  if (method !== undefined && ![method].flat().some((each) => each.toUpperCase() === call.method)) return false;
  if (path !== undefined && !pathPattern(path).test(call.path)) return false;
  switch (rule.fault.kind) {
    case "read-lag":
    case "other-value":
      return isRead(call.method);
    case "stuck-operation":
    case "vanished-operation":
    case "failed-operation":
      return !isRead(call.method);
    case "stale-etag":
      return isRead(call.method) || call.carriesVersion();
    default:
      return true;
  }
}

/** Whether the fault of a rule hits the `number`-th call that it is about (from 1), having hit `fired` before. */
export function hits(id: string, match: FaultMatch, number: number, fired: number): boolean {
  const { nth, every, times, probability, seed = 0 } = match;
  if (nth !== undefined && number !== nth) return false;
  if (every !== undefined && number % every !== 0) return false;
  if (times !== undefined && fired >= times) return false;
  return probability === undefined || draw(`${seed} ${id} ${number}`) < probability;
}

export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

const patterns = new Map<string, RegExp>();

/** The path of a match as a pattern over whole paths; a leading slash means nothing. */
function pathPattern(path: string): RegExp {
  const known = patterns.get(path);
  if (known !== undefined) return known;
  const source = path
    .replace(/^\/+/, "")
    .split(/(\{\+?\w+\}|\*\*?)/)
    .map((piece) => {
      if (piece === "**") return ".*";
      if (piece === "*") return "[^/]*";
      if (/^\{\+\w+\}$/.test(piece)) return ".+";
      if (/^\{\w+\}$/.test(piece)) return "[^/]+";
      return RegExp.escape(piece);
    })
    .join("");
  const pattern = new RegExp(`^${source}$`, "is");
  patterns.set(path, pattern);
  return pattern;
}

/** A number in [0, 1) that looks random and follows from the text alone (FNV-1a, finished by MurmurHash3's mixer). */
function draw(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
