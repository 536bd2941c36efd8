import { contradictions } from "./contradictions.ts";
import { Kind, kindOf } from "./kind.ts";
import type { LocalReplySeen } from "./reply.ts";

type Verdict = readonly string[];

/** By kind of reply, and by whole reply where its text is long: those are few, and come over and over. */
let ofKinds = new Kind();
let kinds = 0;
const ofLongOnes = new Map<string, Verdict>();

const long = 4_000;
/** More than there are: after so many kinds all are forgotten, and long replies beyond are judged each time. */
const most = { kinds: 20_000, long: 500 };

/**
 * What in a reply contradicts the vendor's interface, remembered by all of it that an interface can have a say in:
 * which members there are, of which types and forms, and which words. So a reply of a kind seen before costs next to
 * nothing. `text` is the body as it was sent.
 */
export function verdictOn(reply: LocalReplySeen, text: string): Verdict {
  const { method, path, version, status, mode } = reply;
  if (text.length < long) return verdictOnKind(reply);
  const whole = `${mode} ${method} ${path} ${version} ${status} ${text}`;
  const known = ofLongOnes.get(whole);
  if (known !== undefined) return known;
  const verdict = verdictOnKind(reply);
  if (ofLongOnes.size < most.long) ofLongOnes.set(whole, verdict);
  return verdict;
}

function verdictOnKind(reply: LocalReplySeen): Verdict {
  const { method, path, version, status, mode, body } = reply;
  const kind = kindOf(body, ofKinds).with(placeOf(path)).with(method).with(version).with(mode).with(String(status));
  if (kind.verdict !== undefined) return kind.verdict;
  const verdict = contradictions(reply);
  kind.verdict = verdict;
  kinds += 1;
  if (kinds < most.kinds) return verdict;
  ofKinds = new Kind();
  kinds = 0;
  return verdict;
}

/**
 * Segments of paths that are somebody's choice: no collection, method or version has a dash, or digits in a long word.
 */
const names = /[^/:]*-[^/:]*|(?=[^/:]*\d)[^/:]{5,}/g;

const places = new Map<string, string>();

function placeOf(path: string): string {
  const known = places.get(path);
  if (known !== undefined) return known;
  const place = path.replace(names, "*");
  if (places.size < most.kinds) places.set(path, place);
  return place;
}
