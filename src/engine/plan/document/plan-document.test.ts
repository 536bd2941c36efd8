import { describe, expect, test } from "vitest";
import { digest } from "../../../../packages/base/digest.ts";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { RecordedProvider } from "../../state/records/record.ts";
import { engineFlags, type PlanContent, planFormat, type RemovalStep, type Step, type WriteStep } from "../plan.ts";
import { planDigest, planOf, sealPlan } from "./plan-document.fixture.ts";

const provider = (project: string): RecordedProvider => {
  const config = { project };
  return { ref: "google", kind: "google", cloudId: "https://cloud", configDigest: digest(config), config };
};

const removal = (id: string, by: RecordedProvider): RemovalStep => ({
  ...{ kind: "removal", id, address: id, type: "iam:OAuthClient", apiVersion: "v1", action: "delete", how: "delete" },
  ...{ uid: id, generation: 1, provider: by, identity: { id, claim: id, variables: {} }, prior: null, restore: null },
  ...{ superseded: false, needs: [], fields: [] },
});

const content = (...steps: readonly Step[]): PlanContent => ({
  ...{ format: planFormat, kind: "destroy", stack: "dev", round: 1 },
  bindings: { declaration: null, lineage: "l", serial: 3, definitions: [], engineFlags, observed: [] },
  ...{ steps, unchanged: [], recordUpdates: [], deferred: [], outputs: {}, problems: [] },
});

const stored = (document: JsonObject) => JSON.parse(JSON.stringify(document)) as JsonObject;

describe("a plan", () => {
  const steps = [removal("a", provider("one")), removal("b", provider("one")), removal("c", provider("two"))];

  test("is kept with every provider once, and comes back as it was", () => {
    const { plan, document } = sealPlan(content(...steps));
    const again = stored(document);
    expect(Object.values(again["providers"] as JsonObject)).toEqual([provider("one"), provider("two")]);
    expect(planOf(again)).toEqual(plan);
    expect(planDigest(planOf(again))).toBe(plan.digest);
  });

  test("has another digest where a provider is configured otherwise", () => {
    const { document, plan } = sealPlan(content(...steps));
    const { providers, ...rest } = stored(document);
    const forged = { ...(providers as JsonObject), google: { ...provider("one"), config: { project: "mine" } } };
    expect(planDigest(planOf({ ...rest, providers: forged }))).not.toBe(plan.digest);
  });

  test("of a plain creation is kept without what is as usual, and without the place that was found empty", () => {
    const identity = { id: "b", claim: "b", variables: { name: "b" } };
    const common = { kind: "write", type: "iam:OAuthClient", apiVersion: "v1", action: "create" } as const;
    const usual = { prior: null, condition: null, write: [], fields: [], former: "same", imported: false } as const;
    const made: WriteStep = {
      ...{ ...common, ...usual, id: "b", address: "b", uid: "u", generation: 1, provider: provider("one"), identity },
      ...{ desired: { name: "b" }, needs: ["a"], dependsOn: ["a"], options: { protect: false, onDestroy: "delete" } },
    };
    const plan = content(made);
    const observed = [
      { identity: "https://cloud a", version: null },
      { identity: "https://cloud b", version: null },
    ];
    const { document } = sealPlan({ ...plan, bindings: { ...plan.bindings, observed } });
    expect(document["steps"]).toEqual([
      {
        ...{ ...common, address: "b", uid: "u", provider: "google", identity: { id: "b", variables: { name: "b" } } },
        ...{ desired: { name: "b" }, needs: ["a"] },
      },
    ]);
    expect(document["bindings"]).toEqual({ ...plan.bindings, observed: observed.slice(0, 1) });
    expect(planOf(stored(document)).bindings.observed).toEqual(observed);
  });

  test.each<[string, JsonObject, string]>([
    ["of a newer format", { format: planFormat + 1 }, "format-too-new"],
    ["of a format from before 0.1.0", { format: planFormat - 1 }, "format-too-old"],
    ["without a format", { format: null }, "format-too-new"],
    ["that lacks a provider", { providers: {} }, "store-damaged"],
  ])("%s is refused", (_, part, code) => {
    const document = { ...stored(sealPlan(content(...steps)).document), ...part };
    expect(() => planOf(document)).toThrow(expect.objectContaining({ code }));
  });
});
