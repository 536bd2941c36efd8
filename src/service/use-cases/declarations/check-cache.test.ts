import { beforeEach, describe, expect, test } from "vitest";
import { attachments, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import { type AtStack, atStack } from "../stacks/at-stack.ts";
import { CheckCache, type Memo } from "./check-cache.ts";
import { acceptAgain } from "./read-and-check.ts";

let world: TestDeployment;
let texts: Map<string, string>;
let memo: Memo;
beforeEach(() => {
  world = testDeployment();
  texts = new Map();
  memo = { read: (key) => texts.get(key) ?? null, write: (key, text) => texts.set(key, text) };
});

function remembering(
  environment: Readonly<Record<string, string | undefined>> = world.surroundings.environment,
  build = "one",
): AtStack {
  const surroundings = { ...world.surroundings, environment };
  return atStack("dev", { ...world, surroundings, checkCache: new CheckCache(memo, build) });
}

const advised = attachments({ a: "one", b: "'${a.id}'" });

describe("a text that was accepted before", () => {
  test("comes to the same", async () => {
    const first = await acceptAgain(advised, remembering());
    expect(texts.size).toBe(1);
    const again = await acceptAgain(advised, remembering());
    expect(again.checked).toEqual(first.checked);
    expect(again.problems).toEqual(first.problems);
  });

  test("is not checked again", async () => {
    await acceptAgain(advised, remembering());
    const [key = ""] = texts.keys();
    texts.set(key, (texts.get(key) ?? "").replaceAll("one", "two"));
    expect(JSON.stringify((await acceptAgain(advised, remembering())).checked)).toContain("two");
  });

  test.each<[string, () => [typeof advised, AtStack]]>([
    ["another text", () => [{ ...advised, text: `${advised.text}\n# more\n` }, remembering()]],
    ["another file", () => [{ ...advised, file: "other.yaml" }, remembering()]],
    ["other defaults", () => [advised, { ...remembering(), surroundings: { environment: {}, defaults: {} } }]],
    ["other code", () => [advised, remembering(undefined, "two")]],
  ])("%s is checked anew", async (_, other) => {
    await acceptAgain(advised, remembering());
    const [text, deployment] = other();
    await acceptAgain(text, deployment);
    expect(texts.size).toBe(2);
  });

  test("has a key of its own, even where UTF-8 could not tell it from another", () => {
    const keyed = new CheckCache(memo, "one");
    const keys = ["\ud800", "\ud801", "\ufffd", '"\\ud800"'].map((text) => keyed.key({ ...advised, text }, world));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("is checked anew when a variable that was looked at has another value", async () => {
    const text = {
      ...advised,
      text:
        `config: { motto: { type: string, default: none } }\noutputs: { motto: "\${config.motto}" }\n` +
        `${advised.text}`,
    };
    const outputs = async (environment: Readonly<Record<string, string>>) =>
      (await acceptAgain(text, remembering(environment))).checked.outputs["motto"];
    expect(await outputs({})).toBe("none");
    expect(await outputs({ PLUMB_CONFIG_MOTTO: "said" })).toBe("said");
    expect(await outputs({ PLUMB_CONFIG_MOTTO: "said", OTHER: "1" })).toBe("said");
    expect(await outputs({})).toBe("none");
  });

  test("is not kept when it holds a secret", async () => {
    const text = {
      ...advised,
      text: `config: { word: { type: string, secret: true } }\noutputs: { word: "\${config.word}" }\n${advised.text}`,
      config: { word: "hush" },
    };
    await acceptAgain(text, remembering());
    expect(texts.size).toBe(0);
  });
});
