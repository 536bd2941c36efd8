import { beforeEach, expect, test } from "vitest";
import { digest } from "../../../../packages/base/digest.ts";
import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import type { StateDocument } from "../../../contract/documents/state.ts";
import { attachments, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { importState } from "./edit-state.ts";
import { exportState } from "./export-state.ts";

let world: TestDeployment;
let exported: StateDocument;
beforeEach(async () => {
  world = testDeployment();
  await up(world, attachments({ a: "one" }));
  exported = await exportState("dev", world);
});

const names = (count: number, start = "n") => Array.from({ length: count }, (_, index) => `${start}${index}`);
const members = (count: number, value: Json = 1): JsonObject =>
  Object.fromEntries(names(count).map((name) => [name, value]));
const long = (characters: number) => "x".repeat(characters);

function imported(change: JsonObject): Promise<unknown> {
  const { digest: _, ...content } = exported;
  const changed = { ...content, ...change } as unknown as JsonObject;
  return importState("dev", { ...changed, digest: digest(changed) }, true, world);
}

const withRecord = (change: JsonObject): JsonObject => ({
  records: [{ ...(exported.records[0] as JsonObject), ...change }],
});
const withOptions = (change: JsonObject) =>
  withRecord({ options: { ...((exported.records[0] as JsonObject)["options"] as JsonObject), ...change } });

const record = "/document/records/0";

test.each<[string, () => JsonObject, string, string]>([
  ["outputs", () => ({ outputs: members(10_001) }), "/document/outputs", " 10001 "],
  ["values in outputs", () => ({ outputs: { a: names(100_000) } }), "/document/outputs", "at most"],
  ["long outputs", () => ({ outputs: { a: long(4 * 1024 * 1024) } }), "/document/outputs", "at most"],
  ["an output's name", () => ({ outputs: { [long(300)]: 1 } }), `/document/outputs/${long(300)}`, " 256"],
  ["sources of outputs", () => ({ outputSources: { a: names(100_001) } }), "/document/outputSources", "at most"],
  ["config", () => ({ context: { project: "p", config: { a: names(100_000) } } }), "/document/context", "at most"],
  ["names in dependsOn", () => withRecord({ dependsOn: names(10_001) }), `${record}/dependsOn`, "10001 names"],
  ["no list in dependsOn", () => withRecord({ dependsOn: { a: 1 } }), `${record}/dependsOn`, " list "],
  ["no names in dependsOn", () => withRecord({ dependsOn: [1] }), `${record}/dependsOn`, " list "],
  ["a long name in dependsOn", () => withRecord({ dependsOn: ["a", long(257)] }), `${record}/dependsOn/1`, "at most"],
  [
    "ignored fields",
    () => withOptions({ ignoreChanges: names(10_001) }),
    `${record}/options/ignoreChanges`,
    "10001 names",
  ],
  ["secret outputs", () => withOptions({ secretOutputs: names(10_001) }), `${record}/options/secretOutputs`, "10001"],
  ["deletedWith", () => withOptions({ deletedWith: long(257) }), `${record}/options/deletedWith`, "at most"],
  ["no name in deletedWith", () => withOptions({ deletedWith: ["a"] }), `${record}/options/deletedWith`, " name"],
  ["parent", () => withOptions({ parent: long(257) }), `${record}/options/parent`, "at most"],
  ["uid", () => withRecord({ uid: long(257) }), `${record}/uid`, "at most"],
  ["inputs", () => withRecord({ inputs: { description: names(20_000) } }), record, " 20000 "],
  ["long inputs", () => withRecord({ inputs: { description: long(1024 * 1024) } }), record, " 1048576 "],
])("an import with too much is refused at its place: %s", async (_, change, pointer, detail) => {
  await expect(imported(change())).rejects.toMatchObject({
    reason: "unprocessable",
    problems: [{ code: "beyond-bounds", pointer, detail: expect.stringContaining(detail) }],
  });
  expect((await exportState("dev", world)).digest).toBe(exported.digest);
});

test("many problems of an import are not all told", async () => {
  const [only] = exported.records;
  const records = names(300).map((name) => ({ ...(only as JsonObject), address: name, dependsOn: 1 }));
  const refusal = await imported({ records }).catch((cause: unknown) => cause);
  expect((refusal as { problems: readonly object[] }).problems.length).toBeLessThanOrEqual(101);
});

test("all objects of a state together need no more than is allowed: told where it is too much", async () => {
  const [only] = exported.records;
  const records = names(21).map((name) => ({ ...(only as JsonObject), address: name, dependsOn: names(10_000) }));
  await expect(imported({ records })).rejects.toMatchObject({
    problems: [
      { code: "beyond-bounds", pointer: "/document/records/20/dependsOn", detail: expect.stringContaining("200000") },
    ],
  });
});

test("as much as is allowed is taken", async () => {
  await imported({ outputs: members(10_000, "value"), ...withRecord({ dependsOn: names(10_000) }) });
  const state = await world.store.readStack("dev");
  expect(Object.keys(state.outputs)).toHaveLength(10_000);
  expect(state.records.get("a")?.dependsOn).toHaveLength(10_000);
});
