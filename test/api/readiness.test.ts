import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Fault } from "../../packages/base/fault.ts";
import type { DocumentStore } from "../../src/engine/ports/document-store.ts";
import { type TestDeployment, testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld } from "./api-world.ts";

type Get = DocumentStore["get"];

let base: TestDeployment;
let world: ApiWorld;
/** What the store does when the probe asks it; null: it answers. */
let instead: Get | null;
let asked: number;

beforeEach(async () => {
  [base, instead, asked] = [testDeployment(), null, 0];
  const get: Get = (collection, key) => {
    if (collection !== "health") return base.documentStore.get(collection, key);
    asked += 1;
    return (instead ?? base.documentStore.get.bind(base.documentStore))(collection, key);
  };
  const documentStore = new Proxy(base.documentStore, {
    get: (target, name) => {
      if (name === "get") return get;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  world = await ApiWorld.served({ deployment: { ...base, documentStore } }, base);
});
afterEach(() => world.witness.testify());

const ready = () => world.call("GET", "/readyz");
const unanswered = { status: 503, body: { status: "unavailable", reason: "the store has not answered within 2 s" } };

/** Lets so much time go by, and whatever waits for it come to its turn. */
async function pass(ms: number): Promise<void> {
  await nextTurn();
  await base.clock.sleep(ms);
  await nextTurn();
}

test("a store that takes the question and never answers is told of after 2 s, and not before; the process lives", async () => {
  instead = () => new Promise(() => {});
  let isAnswered = false;
  const answer = ready().finally(() => {
    isAnswered = true;
  });
  await pass(1_999);
  expect(isAnswered).toBe(false);
  expect(await world.call("GET", "/livez")).toMatchObject({ status: 200, body: { status: "ok" } });
  await pass(1);
  expect(await answer).toMatchObject(unanswered);
});

test("who asks on and on waits for the one question that is open: a silent store is not asked more", async () => {
  const open = Promise.withResolvers<null>();
  instead = () => open.promise;
  for (let count = 0; count < 5; count += 1) {
    const answers = [ready(), ready()];
    await pass(2_000);
    expect(await Promise.all(answers)).toMatchObject([unanswered, unanswered]);
  }
  expect(asked).toBe(1);
  open.resolve(null);
  instead = null;
  await nextTurn();
  expect(await ready()).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(asked).toBe(2);
});

test("a store that fails is told of by its code, in the same form, and by nothing that is private", async () => {
  instead = () => Promise.reject(new Fault("store-busy", "another process keeps /var/lib/state.db locked"));
  const answer = await ready();
  expect(answer).toMatchObject({ status: 503, body: { status: "unavailable", reason: "the store fails: store-busy" } });
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(answer.text).not.toContain("/var/lib");
});
