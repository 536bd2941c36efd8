import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { vendors } from "./canaries.fixture.ts";
import { type HostileWorld, openHostileWorld } from "./hostile-world.fixture.ts";
import { declarationOf, planning } from "./planning.fixture.ts";
import { openServed } from "./served-plumb.fixture.ts";

let world: HostileWorld;
beforeAll(async () => {
  world = await openHostileWorld();
});
afterAll(() => world.close());

const loopback = ["http://127.0.0.1:9200", "http://localhost:9200", "https://[::1]:9200", "http://127.1:9200"];

// What listens on the server's loopback trusts whoever reaches it: databases, agents, other services' doors.
describe.each(Object.entries(vendors))("%s: a service in local mode", (_, vendor) => {
  test("sends nothing to a port of its own machine that a tenant names", async () => {
    world.forget();
    const plumb = await openServed(world, vendor.environment);
    for (const address of loopback) {
      const body = planning(declarationOf(vendor, address));
      const { status, text } = await plumb.ask("POST", "/v1/projects/test/stacks/dev/plans", body);
      expect([address, status]).toEqual([address, 422]);
      expect(text).toContain('"provider-untrusted"');
    }
    await plumb.close();
    expect(world.received).toBe("");
  });

  test("reaches a local cloud where its operator says that one listens, and no other port", async () => {
    world.forget();
    const [here = "", ...others] = loopback;
    const settings = { credentials: [{ name: "local", kind: vendor.kind, origins: [here] }] };
    const plumb = await openServed(world, vendor.environment, settings);
    await plumb.ask("POST", "/v1/projects/test/stacks/dev/plans", planning(declarationOf(vendor, here)));
    expect(world.receivedAt("127.0.0.1:9200")).toContain("local:admin@local.example");
    world.forget();
    for (const address of [...others, "http://127.0.0.1:9201"].filter((each) => new URL(each).origin !== here)) {
      const { status } = await plumb.ask(
        "POST",
        "/v1/projects/test/stacks/dev/plans",
        planning(declarationOf(vendor, address)),
      );
      expect([address, status]).toEqual([address, 422]);
    }
    await plumb.close();
    expect(world.received).toBe("");
  });
});

test("a graph is drawn of a declaration whose provider leads where nothing is sent", async () => {
  world.forget();
  const { google } = vendors;
  if (google === undefined) throw new Error("no such vendor");
  const plumb = await openServed(world, google.environment);
  const declaration = declarationOf(google, "https://evil.example");
  const drawn = await plumb.ask("POST", "/v1/declarations:graph", declaration);
  expect([drawn.status, drawn.body]).toMatchObject([200, { nodes: [{ name: "one" }] }]);
  await plumb.close();
  expect(world.received).toBe("");
});
