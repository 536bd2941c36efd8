import { afterAll, beforeAll, expect, test } from "vitest";
import { type HostileWorld, openHostileWorld } from "./hostile-world.fixture.ts";
import { openServed } from "./served-plumb.fixture.ts";

let world: HostileWorld;
beforeAll(async () => {
  world = await openHostileWorld();
});
afterAll(() => world.close());

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const hooksTo = (...urls: readonly string[]) => ({
  webhooks: urls.map((url, index) => ({ id: `w${index}`, url, topics: ["run.ended"], secret })),
});
const always = { headers: { "if-none-match": "*" } };

const literal = [
  "https://10.0.0.7/x",
  "https://169.254.169.254/latest",
  "https://127.1:8443/x",
  "https://[::ffff:a00:7]/x",
  "https://[fd00::7]/x",
  "https://localhost/x",
  "https://localhost./x",
  "https://hooks.localhost/x",
];

test("webhooks to private addresses that are written out are refused at once, each at its place", async () => {
  const plumb = await openServed(world, {});
  await plumb.ask("POST", "/v1/stacks", { name: "dev" });
  const all = await plumb.ask("PUT", "/v1/stacks/dev/settings", hooksTo("https://chat.example/x", ...literal), always);
  expect(all.status).toBe(422);
  expect(all.body["problems"]).toMatchObject(
    literal.map((_, index) => ({ code: "invalid-settings", pointer: `/webhooks/${index + 1}/url` })),
  );
  expect(all.text).toMatch(/ 10\.0\.0\.7, .*private.* PLUMB_ALLOW_PRIVATE_WEBHOOK=10\.0\.0\.7/);
  const named = await plumb.ask("PUT", "/v1/stacks/dev/settings", hooksTo("https://inside.example/x"), always);
  expect(named.status).toBe(200);
  await plumb.close();
  expect(world.received).toBe("");
});

test("what the operator allows is accepted", async () => {
  const plumb = await openServed(world, { PLUMB_ALLOW_PRIVATE_WEBHOOK: "10.0.0.7" });
  await plumb.ask("POST", "/v1/stacks", { name: "dev" });
  const put = await plumb.ask("PUT", "/v1/stacks/dev/settings", hooksTo("https://10.0.0.7/x"), always);
  expect(put.status).toBe(200);
  await plumb.close();
});
