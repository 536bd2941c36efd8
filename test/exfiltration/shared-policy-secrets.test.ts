import { afterEach, beforeEach, expect, test } from "vitest";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { QuotedStage } from "./quoting-vendor.fixture.ts";

// Shares of one physical object see each other. What is secret of one of them, one that was forgotten too, is told by
// none of the others: in no plan, no journal and no document; and it comes back as it was where it is put back.

let stage: QuotedStage;
let policy: JsonObject;
beforeEach(() => {
  stage = new QuotedStage();
  policy = { etag: "e0", bindings: [] };
  let sets = 0;
  stage.answers = ({ path, body }) => {
    if (path.endsWith("/getIamPolicy")) return [200, policy];
    if (!path.endsWith("/setIamPolicy")) return undefined;
    sets += 1;
    policy = { ...(body["policy"] as JsonObject), etag: `e${sets}` };
    return [200, policy];
  };
});
afterEach(() => stage.close());

const secret = "resource.name == 'zebra-77'";
const member = (role: string, user: string, condition?: Json): JsonObject => ({
  type: "compute:ReservationIamMember",
  properties: {
    ...{ name: "projects/acme/zones/europe-west1-b/reservations/gpu", role: `roles/compute.${role}` },
    ...{ member: `user:${user}@acme.example`, ...(condition === undefined ? {} : { condition }) },
  },
});
const hidden = member("viewer", "anna", { title: "t1", expression: "${config.pw}", description: "told" });

test("a plan names what another share's secret stands in, and not the secret", async () => {
  stage.declare({ r1: hidden });
  expect(await stage.play("up", "--yes", "--config", `pw=${secret}`)).toMatchObject({ code: 0 });
  // Two shares of one reservation are refused, and tell of one another by name alone.
  stage.declare({ r1: hidden, r2: member("admin", "bob") });
  expect((await stage.play("plan", "--config", "pw=another")).output).toContain("error[claimed-twice]");
  expect(await stage.play("state", "rm", "r1", "--yes")).toMatchObject({ code: 0 });
  stage.declare({ r2: member("admin", "bob") });
  const { output } = await stage.play("plan", "--config", "pw=another");
  expect(output.replace(/\s+/g, " ")).toContain(
    " roles/compute.viewer to user:anna@acme.example [condition t1: (secret)]",
  );
  expect(await stage.told()).not.toContain("zebra-77");
});

test("a share that takes a forgotten one away tells nothing of its secret, and puts it back as it was", async () => {
  stage.declare({ r1: hidden });
  expect(await stage.play("up", "--yes", "--config", `pw=${secret}`)).toMatchObject({ code: 0 });
  const before = policy["bindings"];
  expect(JSON.stringify(before)).toContain("zebra-77");
  expect(await stage.play("state", "rm", "r1", "--yes")).toMatchObject({ code: 0 });
  stage.declare({ r2: { ...member("admin", "bob"), options: { onDestroy: "restore" } } });
  await stage.play("plan", "--json", "--config", "pw=another");
  expect(await stage.play("up", "--yes", "--config", "pw=another")).toMatchObject({ code: 0 });
  expect(policy["bindings"]).toEqual([{ role: "roles/compute.admin", members: ["user:bob@acme.example"] }]);
  await stage.play("state", "show", "r2", "--json");
  await stage.play("drift", "--json");
  expect(await stage.told()).not.toContain("zebra-77");
  const destroyed = await stage.play("destroy", "--yes");
  expect(destroyed, destroyed.output).toMatchObject({ code: 0 });
  expect(policy["bindings"]).toEqual(before);
  expect(await stage.told()).not.toContain("zebra-77");
});
