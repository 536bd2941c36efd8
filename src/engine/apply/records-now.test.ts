import { expect, test } from "vitest";
import { recordOf, stateOf } from "../state/records/record.fixture.ts";
import { RecordsNow } from "./records-now.ts";

const before = () => new RecordsNow(stateOf(recordOf("a", { uid: "u1" }), recordOf("b", { uid: "u2" })));
const put = (record: ReturnType<typeof recordOf>) => ({ kind: "put" as const, record, claimKey: "c" });
const remove = (uid: string, generation = 1) => ({ kind: "remove" as const, uid, generation, claimKey: null });

test("a record that nothing was done to is as it was", () => {
  const now = before();
  now.note([put(recordOf("c", { uid: "u3" }))]);
  expect([now.at("a")?.uid, now.at("c")?.uid, now.at("d")]).toEqual(["u1", "u3", undefined]);
  expect([now.has("u1.1"), now.has("u3.1"), now.has("u4.1")]).toEqual([true, true, false]);
});

test("a replaced one stands for its address no more, and is there until it is removed", () => {
  const now = before();
  now.note([put(recordOf("a", { uid: "u1", status: "superseded" })), put(recordOf("a", { uid: "u1", generation: 2 }))]);
  expect(now.at("a")?.generation).toBe(2);
  expect(now.has("u1.1")).toBe(true);
  now.note([remove("u1")]);
  expect([now.has("u1.1"), now.at("a")?.generation]).toEqual([false, 2]);
});

test("a removed one is gone, and the stack is empty after the last", () => {
  const now = before();
  now.note([remove("u1")]);
  expect([now.at("a"), now.isEmpty]).toEqual([undefined, false]);
  now.note([remove("u2")]);
  expect(now.isEmpty).toBe(true);
});
