import { beforeEach, describe, expect, test } from "vitest";
import { attachments, declared, run, type TestDeployment, testDeployment, upAt } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { planImport } from "../plans/plan-import.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { importObjects } from "./import-objects.ts";

const id = "projects/acme/locations/here/endpointAttachments/a";
const entry = { type: "connectors:EndpointAttachment", name: "a", id, provider: null };
const refusal = { code: "claimed-twice", detail: expect.stringContaining("`a` of stack `other`") };

/** What others do after the next look at `a` and before that is answered. */
let afterLook: (() => Promise<unknown>) | null;
let world: TestDeployment;
beforeEach(() => {
  afterLook = null;
  world = testDeployment({
    around: (driver) => ({
      ...driver,
      read: async (target, signal) => {
        const seen = await driver.read(target, signal);
        const then = target.id === id ? afterLook : null;
        if (then !== null) afterLook = null;
        await then?.();
        return seen;
      },
    }),
  });
});

const made = () => upAt("other", world, attachments({ a: "one" }));
/** The object's own stack deletes it. */
const deleted = () => upAt("other", world, attachments({}));
const names = async () => (await listResources("dev", world)).map(({ name }) => name);

describe("an object that its own stack deletes right after another one's look at it", () => {
  test("is not imported: the look showed what that stack had", async () => {
    await made();
    afterLook = deleted;
    const imported = importObjects({ stack: "dev", entries: [entry], declaration: declared({}) }, world);
    await expect(imported).rejects.toMatchObject({ reason: "conflict", problems: [refusal] });
    expect(await names()).toEqual([]);
  });

  test("is in no plan of an import", async () => {
    await made();
    afterLook = deleted;
    const planned = planImport({ stack: "dev", entries: [entry], declaration: declared({}) }, world);
    await expect(planned).rejects.toMatchObject({ problems: [refusal] });
  });

  test.each([id, "auto"])("is taken over by no declaration (import: %s)", async (from) => {
    await made();
    afterLook = deleted;
    const { text, ...rest } = attachments({ a: "one" });
    const declaration = {
      ...rest,
      text: text.replace("    properties", `    options: { import: ${from} }\n    properties`),
    };
    const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
    expect(view.problems).toMatchObject([refusal]);
  });

  test("is not recorded by a plan that was made before that stack had it", async () => {
    const declaration = declared({});
    await world.wire("POST", "v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=a", {
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      description: "by hand",
    });
    const { digest } = await planImport({ stack: "dev", entries: [entry], declaration }, world);
    await importObjects({ stack: "other", entries: [entry], declaration }, world);
    await upAt("other", world, attachments({ a: "by hand" }));
    world.advance(60_000);
    afterLook = deleted;
    const summary = await run(world, digest);
    expect(summary).toMatchObject({ status: "refused", problems: [refusal] });
    expect(await names()).toEqual([]);
  });
});
