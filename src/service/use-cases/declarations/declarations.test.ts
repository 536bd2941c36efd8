import { beforeEach, describe, expect, test } from "vitest";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { Expected } from "../../../contract/expected.ts";
import { Rejection } from "../../rejection.ts";
import { attachments, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { planStack } from "../plans/make-plans.ts";
import { listStacks, removeStack } from "../stacks/stacks.ts";
import {
  declarationHistory,
  keepDeclaration,
  keptDeclaration,
  showDeclaration,
  validateDeclaration,
} from "./declarations.ts";

const one = attachments({ a: "one" });
const two = attachments({ a: "two" });
const anything: Expected = { kind: "anything" };

const allStacks = async (deployment: TestDeployment) =>
  (await listStacks({ after: null, limit: 100 }, deployment)).items;

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const keep = (declaration: DeclarationText, expected: Expected = anything, stack = "test/dev") =>
  keepDeclaration(stack, declaration, expected, world);

async function refusal(work: Promise<unknown>): Promise<readonly string[]> {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof Rejection) return [cause.reason, ...cause.problems.map(({ code }) => code)];
    throw cause;
  }
  throw new Error("not refused");
}

/** A declaration with a secret among its configuration values. */
function withSecret(description: unknown): DeclarationText {
  const plain = attachments({ a: "#" });
  const config = `config:\n  note: { type: string, secret: true }\n  other: { type: string, default: x }\n`;
  const text = plain.text.replace('"#"', '"${config.note}"').replace("#", '"${config.note}"');
  return { file: "plumb.yaml", text: `${config}${text}`, config: { note: description } as DeclarationText["config"] };
}

describe("keeping", () => {
  test("gives back what was kept, who kept it and when", async () => {
    const kept = await keep(one);
    expect(kept).toMatchObject({
      stack: "test/dev",
      version: 1,
      ...one,
      by: "local:owner",
      at: "2026-01-01T00:00:00.000Z",
    });
    expect(await showDeclaration("test/dev", world)).toEqual(kept);
    expect(await allStacks(world)).toEqual([
      {
        ...{ stack: "test/dev", project: "test", name: "dev", resources: 0, serial: 1 },
        ...{ lastRun: null, drift: null, problems: [] },
      },
    ]);
  });

  test("tells every problem at once, and keeps nothing then", async () => {
    const broken = attachments({ a: "[x]", b: "[y]" });
    expect(await refusal(keep(broken))).toEqual(["unprocessable", "wrong-type", "wrong-type"]);
    expect(await refusal(showDeclaration("test/dev", world))).toEqual(["missing", "not-found"]);
    const { problems } = await validateDeclaration("test/dev", broken, anything, world);
    expect(problems.map(({ code }) => code)).toEqual(["wrong-type", "wrong-type"]);
  });

  test("validating a good one keeps nothing", async () => {
    expect(await validateDeclaration("test/dev", one, anything, world)).toEqual({ problems: [] });
    expect(await keptDeclaration("test/dev", world)).toBeNull();
    expect(await allStacks(world)).toEqual([]);
  });

  test("a name that no stack may have is refused", async () => {
    expect(await refusal(keep(one, anything, "~x"))).toEqual(["unprocessable", "invalid-name"]);
  });

  test("only what is expected to stand there is replaced", async () => {
    const stale = ["stale", "changed-meanwhile"];
    expect(await refusal(keep(one, { kind: "something" }))).toEqual(stale);
    expect(await refusal(keep(one, { kind: "one of", etags: ["7"] }))).toEqual(stale);
    const { etag } = await keep(one, { kind: "nothing" });
    expect(await refusal(keep(two, { kind: "nothing" }))).toEqual(stale);
    await keep(two, { kind: "one of", etags: ["x", etag] });
    expect(await refusal(keep(one, { kind: "one of", etags: [etag] }))).toEqual(stale);
    expect(await refusal(validateDeclaration("test/dev", one, { kind: "one of", etags: [etag] }, world))).toEqual(
      stale,
    );
    expect((await showDeclaration("test/dev", world)).text).toBe(two.text);
  });

  test("of many writers on one tag one wins", async () => {
    let { etag } = await keep(one);
    for (let round = 0; round < 5; round += 1) {
      const writers = Array.from({ length: 16 }, (_, index) =>
        keep(attachments({ a: `${round} ${index}` }), { kind: "one of", etags: [etag] }),
      );
      const settled = await Promise.allSettled(writers);
      const won = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
      expect(won).toHaveLength(1);
      etag = won[0]?.etag ?? "";
      expect(await showDeclaration("test/dev", world)).toMatchObject({ etag, text: won[0]?.text });
    }
    expect((await showDeclaration("test/dev", world)).version).toBe(6);
  });

  test("writers who expect nothing in particular all get through", async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => keep(attachments({ a: `text ${index}` }))));
    const { items } = await declarationHistory("test/dev", { after: null, limit: 100 }, world);
    expect(items.map(({ version }) => version)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });
});

describe("versions", () => {
  test("are listed newest first, page by page, and can be shown", async () => {
    for (const [index, text] of ["one", "two", "three"].entries()) {
      const other = { ...world.authority, caller: { ...world.authority.caller, name: `author ${index + 1}` } };
      await keepDeclaration("test/dev", attachments({ a: text }), anything, { ...world, authority: other });
      world.advance(1000);
    }
    const first = await declarationHistory("test/dev", { after: null, limit: 2 }, world);
    expect(first).toMatchObject({
      items: [{ version: 3, byName: "author 3", at: "2026-01-01T00:00:02.000Z" }, { version: 2 }],
      next: "2",
    });
    const rest = await declarationHistory("test/dev", { after: first.next, limit: 2 }, world);
    expect(rest).toMatchObject({ items: [{ version: 1, byName: "author 1" }], next: null });
    expect((await showDeclaration("test/dev", world, 1)).text).toBe(one.text);
    expect(await refusal(showDeclaration("test/dev", world, 4))).toEqual(["missing", "not-found"]);
  });

  test("only the last ones are kept", async () => {
    for (let count = 0; count < 53; count += 1) await keep(attachments({ a: `text ${count}` }));
    const { items } = await declarationHistory("test/dev", { after: null, limit: 100 }, world);
    expect([items.length, items.at(-1)?.version]).toEqual([50, 4]);
  });

  test("go with the stack", async () => {
    await keep(one);
    await keep(two);
    await removeStack("test/dev", world);
    expect(await refusal(declarationHistory("test/dev", { after: null, limit: 9 }, world))).toEqual([
      "missing",
      "not-found",
    ]);
    expect((await keep(one)).version).toBe(1);
  });
});

describe("secrets", () => {
  test("nothing of the text or of a secret value lies open in the document store", async () => {
    await keep(withSecret("hush"));
    const stored = await world.documentStore.list("declarations-of-stacks", { limit: 10 });
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(/hush|serviceAttachment/);
    expect((await keptDeclaration("test/dev", world))?.config).toEqual({ note: "hush" });
  });

  test("are shown as markers, which stand for them when they are sent back", async () => {
    const { config, etag } = await keep(withSecret("hush"));
    expect(config).toMatchObject({ note: { $secret: {} } });
    const again = await keep(withSecret(config["note"]), { kind: "one of", etags: [etag] });
    expect(again.config).toEqual(config);
    expect((await keptDeclaration("test/dev", world))?.config).toEqual({ note: "hush" });
  });

  test("a marker of another stack's secret opens nothing", async () => {
    const { config } = await keep(withSecret("hush"), anything, "test/prod");
    expect(await refusal(keep(withSecret(config["note"])))).toEqual(["unprocessable", "sealed-value"]);
  });
});

describe("plans", () => {
  const plan = (deployment: Deployment, declaration: DeclarationText | null) =>
    planStack({ stack: "test/dev", kind: "apply", declaration, refresh: true }, deployment);

  test("are made from the kept declaration when the request brings none", async () => {
    await keep(one);
    const [kept, given] = [await plan(world, null), await plan(world, one)];
    expect(kept).toMatchObject({ summary: { create: 1 }, problems: [] });
    expect(given.summary).toEqual(kept.summary);
  });

  test("need one or the other", async () => {
    expect(await refusal(plan(world, null))).toEqual(["unprocessable", "no-declaration"]);
  });
});
