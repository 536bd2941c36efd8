import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../../packages/base/json/canonical-json.ts";
import { isJsonObject, type Json } from "../../../../packages/base/json/json.ts";
import { visible, visibleSpans } from "../../../../packages/base/text/visible.ts";
import type { Schema } from "../../../definitions/schema/schema.ts";
import { difference } from "../../../engine/difference/difference.ts";
import type { Hunk } from "../../../engine/difference/hunk.ts";
import { samplePlan } from "../../cli-context.fixture.ts";
import { htmlPlan } from "../../plan-formats/html-plan.ts";
import { markdownPlan } from "../../plan-formats/markdown-plan.ts";
import type { ReportedPlan } from "../../plan-formats/plan-report.ts";
import { painter } from "../paint.ts";
import { fieldLines } from "../plan/render-field.ts";
import { inlineValue } from "../plan/render-value.ts";

/** Of each kind of value; `PLUMB_PROPERTY_RUNS=20000` is what an issue closes with. */
const runs = Number(process.env["PLUMB_PROPERTY_RUNS"] ?? 100);

const odd = [
  ..."ab 09-+?|*…^\"'\\{}[]:,.\t\r\u0000\u001b\u007f\u009b\u00a0\u00ad\u200b\u200d\u200f\u202e\u2066\ufeff\ufe0f\u3164",
  ..."é\u0301\u0327\u212b\u00c5漢字\u1112\u1161하ñ",
  ...[
    "\ud800",
    "😀",
    "\\n",
    "\\u202e",
    "\u001b[31m",
    "\u001b]8;;x\u0007",
    "  ",
    "(none)",
    " -> ",
    "word",
    "(… 9 characters …)",
  ],
];
const oddText = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: "grapheme", maxLength: 3 }));
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("resource", ".", "name", " ", "==", '"prod"', " && ") },
  oddText,
);
const line = fc.array(word, { maxLength: 40 }).map((words) => words.join(""));
const lines = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom("same line", "", "  indented {", "}", "… 4 lines unchanged") },
      line,
    ),
    {
      minLength: 2,
      maxLength: 30,
    },
  )
  .map((all) => all.join("\n"));
const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
);
const key = fc.oneof(
  fc.constantFrom("id", "role", "a.b", "0", "x: 1, y", "", "$$z", "a\u200bb"),
  fc.string({ maxLength: 4 }).filter((k) => !k.startsWith("$")),
);
const anyObject = fc.dictionary(
  key,
  fc.oneof(line, scalar, fc.array(line, { maxLength: 3 }), fc.dictionary(key, line, { maxKeys: 3 })),
  { maxKeys: 6 },
);
const secret = fc
  .string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 })
  .map((fingerprint): Json => ({ $secret: { id: fingerprint.slice(0, 32), fingerprint } }));

const rule: Schema = {
  type: "object",
  additionalProperties: false,
  properties: {
    id: { type: "string" },
    hours: { type: "integer" },
    who: { type: "array", unordered: true, items: { type: "string" } },
  },
};
const policySchema: Schema = { type: "array", unordered: true, itemKey: "id", items: rule };
const policy = fc.uniqueArray(
  fc.record({
    id: line,
    hours: fc.nat(9),
    who: fc.array(fc.oneof(line, fc.constantFrom("user:a", "user:b")), { maxLength: 4 }),
  }),
  { selector: ({ id }) => id, maxLength: 5 },
);

interface Kind {
  readonly value: fc.Arbitrary<Json>;
  readonly schema?: Schema;
}

const kinds: Readonly<Record<string, Kind>> = {
  "a text": { value: line },
  "a text of several lines": { value: lines },
  "a list of texts": { value: fc.array(fc.oneof(line, fc.constantFrom("a", "b")), { maxLength: 20 }) },
  "a list of objects": { value: fc.array(anyObject, { maxLength: 6 }) },
  "an object": { value: anyObject },
  "a policy": { value: policy, schema: policySchema },
  "a number, a boolean or nothing": { value: scalar },
  "a secret": { value: fc.oneof(secret, fc.array(secret, { maxLength: 3 }), fc.record({ a: secret, b: secret })) },
};

/** The value with one edit at a place that the numbers choose; pieces of another value of its kind are put in. */
function edited(value: Json, other: Json, choices: readonly number[]): Json {
  const [choice = 0, ...rest] = choices;
  if (isJsonObject(value) && Object.hasOwn(value, "$secret")) return other;
  if (typeof value === "string") {
    const characters = [...value];
    const given = odd[choice % odd.length] ?? "";
    return characters.toSpliced((rest[0] ?? 0) % (characters.length + 1), (rest[1] ?? 0) % 2, given).join("");
  }
  if (Array.isArray(value)) {
    const at = choice % (value.length + 1);
    const source = Array.isArray(other) ? other : [other];
    if (at === value.length || rest[0] === 0)
      return value.toSpliced(at, (rest[1] ?? 0) % 2, source[choice % source.length] ?? "new");
    return rest[0] === 1 ? value.toSpliced(at, 1) : value.with(at, edited(value[at] ?? null, source[0] ?? null, rest));
  }
  if (isJsonObject(value)) {
    const names = Object.keys(value);
    const name = names[choice % names.length] ?? "new";
    if (rest[0] === 0) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
    const before = value[name];
    return { ...value, [name]: before === undefined ? "new" : edited(before, "other", rest) };
  }
  return other;
}

const choices = fc.array(fc.nat(9_999), { minLength: 6, maxLength: 6 });

/** What stands for a value where the order of members has no meaning. */
function meaning(value: Json, schema: Schema | undefined): string {
  if (schema === undefined || !Array.isArray(value)) return canonicalJson(value);
  const sorted = (items: readonly Json[]) => items.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
  return canonicalJson(
    sorted(
      value.map((each) =>
        isJsonObject(each) && Array.isArray(each["who"]) ? { ...each, who: sorted(each["who"]) } : each,
      ),
    ),
  );
}

function shown(old: Json, next: Json, hunks: readonly Hunk[], whole: boolean): string {
  const field = { path: "/value", old, new: next, reason: "declared" as const, replace: false, difference: { hunks } };
  return fieldLines([field], "changes", { paint: painter(false), width: 80, whole }).join("\n");
}

function made(value: Json): string {
  const field = { path: "/value", new: value, reason: "declared" as const, replace: false };
  return fieldLines([field], "values", { paint: painter(false), width: 80, whole: true }).join("\n");
}

/** A plan that changes one value of one resource. */
function planOf(old: Json, next: Json, hunks: readonly Hunk[]): ReportedPlan {
  const field = { path: "/value", old, new: next, reason: "declared" as const, replace: false };
  const step = { name: "a", type: "t:T", action: "update" as const, needs: [], warnings: [] };
  const steps = [{ ...step, fields: [{ ...field, difference: { hunks: [...hunks] } }] }];
  return { plan: samplePlan({ steps }), graph: null, shownBy: "", version: "0" };
}

/** What is made has no fingerprint yet that would tell it from another. */
function holdsSecret(value: Json): boolean {
  return JSON.stringify(value).includes('"$secret"');
}

/** Whether all that differs stands in the text, character by character: in quotes on one line, or line by line. */
function tellsAll(text: string, hunk: Hunk): boolean {
  if (hunk.kind === "text") {
    const changed = hunk.parts.flatMap((part) => (part.kind === "same" ? [] : [...part.old, ...part.new]));
    const whole = (side: "old" | "new") =>
      hunk.parts
        .flatMap((part) =>
          part.kind === "same" ? part.lines : part[side].map((each) => each.map((span) => span.text).join("")),
        )
        .join("\n");
    if (text.includes(`${inlineValue(whole("old"))} -> ${inlineValue(whole("new"))}`)) return true;
    return changed.every((each) =>
      visibleSpans(each).every(
        (span) => !span.changed || text.includes(span.text) || text.includes(span.text.replaceAll("…", "\\u2026")),
      ),
    );
  }
  const values =
    hunk.kind === "list"
      ? hunk.parts.flatMap((part) => (part.kind === "same" ? [] : [...part.old, ...part.new]))
      : [hunk.old, hunk.new];
  return values.every((each) => {
    if (each === undefined || (typeof each === "object" && each !== null)) return true;
    return (
      text.includes(inlineValue(each)) ||
      (typeof each === "string" && each.split("\n").every((one) => text.includes(visible(one))))
    );
  });
}

describe.each(Object.entries(kinds))("%s", (_, { value, schema }) => {
  test.each([
    ["in a pipe", true],
    ["on a terminal of 80 columns", false],
  ])(
    "two changes of one value are never shown alike %s, and all that differs stands there",
    (_where, whole) => {
      fc.assert(
        fc.property(
          value,
          fc.option(value, { nil: undefined }),
          value,
          choices,
          choices,
          (old, fresh, other, first, second) => {
            const next = fresh ?? edited(old, other, first);
            const third = edited(next, other, second);
            fc.pre(meaning(next, schema) !== meaning(third, schema));
            const hunks = difference(schema, old, next);
            const text = shown(old, next, hunks, whole);
            expect(text).not.toBe(shown(old, third, difference(schema, old, third), whole));
            expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
            if (meaning(old, schema) !== meaning(next, schema))
              for (const hunk of hunks) expect([text, hunk, tellsAll(text, hunk)]).toEqual([text, hunk, true]);
          },
        ),
        { numRuns: runs },
      );
    },
    60_000 + runs * 50,
  );

  test.each([
    ["Markdown", markdownPlan, (text: string) => text],
    ["HTML", htmlPlan, (text: string) => text.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))],
  ] as const)(
    "two changes of one value are never shown alike in %s, and all that differs stands there",
    (_format, format, read) => {
      const plan = (old: Json, next: Json, hunks: readonly Hunk[]) => format(planOf(old, next, hunks));
      fc.assert(
        fc.property(value, value, value, choices, choices, (old, other, another, first, second) => {
          const next = edited(old, other, first);
          const third = edited(next, another, second);
          fc.pre(meaning(next, schema) !== meaning(third, schema));
          const hunks = difference(schema, old, next);
          const text = plan(old, next, hunks);
          expect(text).not.toBe(plan(old, third, difference(schema, old, third)));
          if (meaning(old, schema) === meaning(next, schema) || holdsSecret([old, next])) return;
          for (const hunk of hunks) expect([text, hunk, tellsAll(read(text), hunk)]).toEqual([text, hunk, true]);
        }),
        { numRuns: runs },
      );
    },
    60_000 + runs * 50,
  );

  test(
    "two values of what is made are never shown alike in a pipe",
    () => {
      fc.assert(
        fc.property(value, value, choices, (next, other, second) => {
          const third = edited(next, other, second);
          fc.pre(canonicalJson(next) !== canonicalJson(third) && !holdsSecret(next));
          expect(made(next)).not.toBe(made(third));
        }),
        { numRuns: runs },
      );
    },
    60_000 + runs * 50,
  );
});
