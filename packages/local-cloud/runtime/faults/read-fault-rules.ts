import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { documentCodec } from "../../../base/json/plain.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import type { FaultRule } from "./fault-rule.ts";

/** What is wrong with a value, or undefined. */
type Check = (value: Json) => string | undefined;

const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER): Check =>
  (value) => {
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return undefined;
    const bounds = most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`;
    return `must be a whole number${bounds}`;
  };
const oneOf =
  (...choices: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && choices.includes(value) ? undefined : `must be one of ${choices.join(", ")}`;
const text: Check = (value) => (typeof value === "string" && value !== "" ? undefined : "must be a text");
const place: Check = (value) =>
  typeof value === "string" && value.startsWith("/") ? undefined : "must be a JSON pointer below the answer's body";
const textOrTexts: Check = (value) => {
  const texts = Array.isArray(value) ? value : [value];
  return texts.length > 0 && texts.every((each) => text(each) === undefined) ? undefined : "must be a text or texts";
};
const anyText: Check = (value) => (typeof value === "string" ? undefined : "must be a text");
const texts: Check = (value) =>
  isJsonObject(value) && Object.values(value).every((each) => typeof each === "string")
    ? undefined
    : "must be an object of texts";
const share: Check = (value) =>
  typeof value === "number" && value >= 0 && value <= 1 ? undefined : "must be a number from 0 to 1";

interface Shape {
  readonly required?: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

const effect = oneOf("holds", "lost");

const faultShapes: Readonly<Record<string, Shape>> = {
  status: {
    required: { status: wholeNumber(400, 599) },
    optional: {
      when: oneOf("before", "after"),
      retryAfterSeconds: wholeNumber(0),
      retryAfterForm: oneOf("seconds", "date"),
    },
  },
  answer: {
    required: { status: wholeNumber(200, 599) },
    optional: { headers: texts, body: () => undefined, text: anyText, when: oneOf("before", "after") },
  },
  latency: { required: { ms: wholeNumber(0) } },
  "reset-before": {},
  "reset-after": {},
  "lost-response": { optional: { afterMs: wholeNumber(0) } },
  duplicate: { optional: { answer: oneOf("first", "second") } },
  "read-lag": { optional: { ms: wholeNumber(0), writes: wholeNumber(0) } },
  "stuck-operation": { optional: { effect } },
  "vanished-operation": { optional: { effect } },
  "failed-operation": { optional: { code: wholeNumber(1, 16), message: text, effect } },
  "truncated-body": { optional: { bytes: wholeNumber(0), ending: oneOf("broken", "clean") } },
  "idle-close": {},
  "stale-etag": {},
  "other-value": { required: { at: place }, optional: { value: () => undefined } },
};

/** Of rules that nothing was found wrong with. */
const soundRules = documentCodec<FaultRule>();

/**
 * Reads one rule or a list of them. All complaints at once, each led by the place in the list (`rules[1].match.nth`).
 */
export function readFaultRules(
  body: Json | undefined,
  vendors: readonly string[],
): Result<readonly FaultRule[], readonly string[]> {
  const rules: readonly Json[] = Array.isArray(body) ? (body as readonly Json[]) : [body ?? null];
  const complaints = rules.flatMap((rule, index) =>
    complaintsAbout(rule, vendors).map((complaint) => `rules[${index}]${complaint}`),
  );
  return complaints.length === 0 ? ok(rules.filter(isJsonObject).map(soundRules.read)) : err(complaints);
}

function complaintsAbout(rule: Json, vendors: readonly string[]): readonly string[] {
  if (!isJsonObject(rule)) return [" must be an object with a `fault`"];
  const { id, match = {}, fault, ...unknown } = rule;
  const matchShape: Shape = {
    optional: {
      method: textOrTexts,
      path: text,
      vendor: oneOf(...vendors),
      nth: wholeNumber(1),
      every: wholeNumber(1),
      times: wholeNumber(0),
      probability: share,
      seed: wholeNumber(Number.MIN_SAFE_INTEGER),
    },
  };
  return [
    ...Object.keys(unknown).map((name) => `.${name} is no member of a rule (known are id, match, fault)`),
    ...(id === undefined || text(id) === undefined ? [] : [".id must be a text"]),
    ...inShape(match, ".match", matchShape),
    ...faultComplaints(fault),
  ];
}

function faultComplaints(fault: Json | undefined): readonly string[] {
  const kinds = Object.keys(faultShapes).join(", ");
  if (!isJsonObject(fault)) return [`.fault must be an object with a \`kind\` (${kinds})`];
  const { kind, ...members } = fault;
  const shape = typeof kind === "string" && Object.hasOwn(faultShapes, kind) ? faultShapes[kind] : undefined;
  if (shape === undefined) return [`.fault.kind must be one of ${kinds}`];
  const complaints = inShape(members, ".fault", shape);
  if (complaints.length > 0) return complaints;
  if (kind === "read-lag" && (members["ms"] === undefined) === (members["writes"] === undefined)) {
    return [".fault needs either ms or writes"];
  }
  if (members["retryAfterForm"] !== undefined && members["retryAfterSeconds"] === undefined) {
    return [".fault.retryAfterForm needs retryAfterSeconds"];
  }
  return [];
}

function inShape(value: Json, place: string, { required = {}, optional = {} }: Shape): readonly string[] {
  if (!isJsonObject(value)) return [`${place} must be an object`];
  const object: JsonObject = value;
  const known: Readonly<Record<string, Check>> = { ...required, ...optional };
  const missing = Object.keys(required).filter((name) => object[name] === undefined);
  return [
    ...missing.map((name) => `${place}.${name} is missing`),
    ...Object.entries(object).flatMap(([name, member]) => {
      if (!Object.hasOwn(known, name)) {
        const names = Object.keys(known);
        return [`${place}.${name} is unknown (${names.length === 0 ? "nothing" : names.join(", ")} can be said here)`];
      }
      const complaint = known[name]?.(member);
      return complaint === undefined ? [] : [`${place}.${name} ${complaint}`];
    }),
  ];
}
