import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canonicalJson } from "../../packages/base/json/canonical-json.ts";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { runOnce, type SdkFolder, sdkFolder } from "../sdk/program.fixture.ts";
import { python, root, sdk } from "./tools.ts";

let folder: SdkFolder;
beforeAll(async () => {
  folder = await sdkFolder();
});
afterAll(() => folder.remove());

const answers: Readonly<Record<string, (question: JsonObject) => JsonObject>> = {
  known: () => ({
    result: {
      base: { endpointIp: "10.0.0.7", id: "base-id", updateTime: { $secret: { id: "s", fingerprint: "f" } } },
      "my-portal": { displayName: "Kept" },
    },
  }),
  get: () => ({ result: { clientId: "ABC", displayName: "Legacy" } }),
  lookup: () => ({ result: { id: "link-id", properties: { privateEndpoint: { id: "pe" } } } }),
  outputs: () => ({ result: { host: "h", password: "p" }, secrets: ["password"] }),
};

async function run(file: string) {
  const { last, questions, code } = await runOnce(file, {
    config: { env: "prod", plain: "given" },
    environment: { PLUMB_PYTHON: python, PYTHONPATH: sdk },
    answer: (question) => answers[String(question["ask"])]?.(question) ?? {},
  });
  expect([code, last["failed"]]).toEqual([0, undefined]);
  return { last, questions: questions.map(({ id: _, ...question }) => canonicalJson(question)).sort() };
}

test("both SDKs make the same of the same program: declaration, secrets, holes and questions", async () => {
  const inPython = await run(join(root, "test/python/parity.py"));
  const text = readFileSync(join(root, "test/python/parity.ts.txt"), "utf8");
  const inTypescript = await run(folder.write("plumb.ts", text));
  for (const key of ["declaration", "config", "used"])
    expect(sorted(inPython.last[key]), key).toEqual(sorted(inTypescript.last[key]));
  expect(inPython.questions).toEqual(inTypescript.questions);
});

/** Key by key, so that a difference is easy to see. */
function sorted(value: Json | undefined): unknown {
  return JSON.parse(canonicalJson(value ?? null));
}
