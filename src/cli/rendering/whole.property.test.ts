import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../packages/base/json/json.ts";
import type { FieldView, StepView } from "../../contract/documents/plans/steps.ts";
import { runFake, samplePlan } from "../cli-context.fixture.ts";
import { commandCatalog } from "../command-catalog.ts";
import { inlineValue } from "./plan/render-value.ts";
import { wrap } from "./text.ts";

/** Texts that no line holds, with all that could be taken for layout. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc
    .array(fc.constantFrom("- ", "+ ", "  ", "word", "…", "\n", "->", "é", "漢"), { maxLength: 120 })
    .map((all) => all.join("")),
);
const leaf: fc.Arbitrary<Json> = fc.oneof(text, fc.integer(), fc.boolean());
const value: fc.Arbitrary<Json> = fc.oneof(
  leaf,
  fc.array(fc.oneof(leaf, fc.dictionary(fc.constantFrom("role", "member", "title"), leaf)), { maxLength: 40 }),
);

/** Without what lays a value out: on lines, with bullets, brackets and arrows. */
const bare = (shown: string) => shown.replace(/[\s{}[\],>+*-]/g, "");

/** What `plan` prints of one step; `how` is where it prints to. */
async function shown(how: "file" | "terminal", action: StepView["action"], field: Partial<FieldView>): Promise<string> {
  const whole: FieldView = { path: "/value", reason: "declared", replace: false, ...field };
  const step: StepView = { needs: [], name: "a", type: "t", action, fields: [whole], warnings: [] };
  const plan = samplePlan({ steps: [step] });
  const answers = { "POST /v1/projects/x/stacks/dev/plans": { status: 201, body: plan } };
  const files = { "plumb.yaml": "name: x\n" };
  const line = how === "file" ? "plan" : "plan --full --no-color";
  return (await runFake(line, answers, { files, tty: how === "terminal", columns: 60 })).stdout;
}

describe.each(["file", "terminal"] as const)("on a %s that shows all", (how) => {
  test("the value of what is made stands there whole", async () => {
    await fc.assert(
      fc.asyncProperty(value, async (next) => {
        expect(bare(await shown(how, "create", { new: next }))).toContain(bare(inlineValue(next)));
      }),
    );
  });

  test("a secret stays masked, and is told from another one by its fingerprint", async () => {
    const sealed = { $secret: { id: "s-1", fingerprint: "abcdef0123456789" } };
    const other = { $secret: { id: "s-2", fingerprint: "9876543210fedcba" } };
    expect(await shown(how, "create", { new: { password: sealed } })).not.toContain("abcdef");
    expect(await shown(how, "update", { old: [sealed, "a"], new: [sealed, "b"] })).not.toContain("abcdef");
    expect(await shown(how, "update", { old: sealed, new: other })).toContain(
      "(secret abcdef012345) -> (secret 9876543210fe)",
    );
    const concealed = { $secret: {} };
    const hunks = [{ kind: "secret", path: "", old: concealed, new: concealed }] as const;
    expect(await shown(how, "update", { old: concealed, new: concealed, difference: { hunks } })).toContain(
      "(secret) -> (secret, changed)",
    );
  });
});

test("wrapping loses no character: the lines put together again are the text", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "word", " ", "  ", "longer-than-that", "é"), { maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      (words, width) => {
        const given = words.join("");
        expect(wrap(given, width).join(" ")).toBe(given);
      },
    ),
  );
});

test.each(["plan", "up", "destroy", "undo", "refresh", "drift", "why", "runs show", "runs resume"])(
  "%s takes --full",
  async (name) => {
    const command = await commandCatalog.find((entry) => entry.name === name)?.load();
    expect(command?.options.map((option) => option.name)).toContain("full");
  },
);
