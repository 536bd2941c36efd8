import { expect, test } from "vitest";
import { LocalCloud } from "./local-cloud.ts";
import { LocalStorage } from "./local-storage.ts";
import type { LocalVendor, Principal } from "./local-vendor.ts";

const robot: Principal = { name: "robot", accountAdmin: false, workspaceMember: true, permitted: true };

/** Knows a token of its own and one that is void; says back what it was sent. */
const vendor: LocalVendor = {
  name: "test",
  routes: [
    {
      method: "POST",
      template: "token",
      handle: ({ caller, form, body }, _params, world) => {
        world.wrote("create", "token");
        return { status: 200, body: { caller: caller?.name ?? null, form: [...form].flat(), body: body ?? null } };
      },
    },
    {
      method: "GET",
      template: "principals",
      handle: (_request, _params, world) => ({ status: 200, body: world.principals().map(({ name }) => name) }),
    },
  ],
  bearer: (token) => ({ known: robot, void: null })[token],
  seeds: {},
};

function open() {
  const cloud = new LocalCloud({
    storage: new LocalStorage(":memory:"),
    vendors: [vendor],
    clock: { now: () => 0, sleep: async () => {} },
    ids: { unique: () => "0".repeat(32), suffix: (length) => "x".repeat(length) },
    mode: "documented",
    operationMs: 0,
  });
  return async (path: string, init: RequestInit = {}) =>
    (await cloud.fetch(new Request(`http://cloud.test/${path}`, init))).json();
}

test.each([
  ["Bearer known", "robot"],
  ["Bearer void", null],
  ["Bearer anything", "admin@local.example"],
  ["Bearer local:nobody@local.example", "nobody@local.example"],
  ["Basic YTpi", null],
  [undefined, null],
])("the caller behind %s is %s, in the write log too", async (authorization, expected) => {
  const call = open();
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  expect(await call("token", { method: "POST", headers })).toMatchObject({ caller: expected });
  expect(await call("_local/log")).toMatchObject({ writes: [{ caller: expected ?? "" }] });
});

test("a form arrives as its fields, JSON as what it says", async () => {
  const call = open();
  const form = new URLSearchParams({ grant_type: "a b", scope: "{" });
  expect(await call("token", { method: "POST", body: form })).toMatchObject({
    form: ["grant_type", "a b", "scope", "{"],
    body: null,
  });
  expect(await call("token", { method: "POST", body: '{"a":1}' })).toMatchObject({ form: [], body: { a: 1 } });
});

test("everybody is known: who is always there, and who was planted, who takes the place of the former", async () => {
  const call = open();
  const native = (await call("principals")) as readonly string[];
  expect(native).toContain("nobody@local.example");
  const seeds = ["ada", "nobody@local.example"].map((name) => ({ kind: "principal", name }));
  await call("_local/seed", { method: "POST", body: JSON.stringify(seeds) });
  expect(((await call("principals")) as readonly string[]).toSorted()).toEqual([...native, "ada"].toSorted());
});
