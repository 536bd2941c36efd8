import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Change } from "../../../engine/ports/driver.ts";
import { client, declared, plan, run, type TestDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { gateway, refusing, seenIn, undone } from "./undo-world.fixture.ts";

// A run deleted the former object of an earlier replacement that was half done, and stopped for approval. Its undo does
// not bring that object back: it belonged to no declaration.

let world: TestDeployment;
let isRefused: (change: Pick<Change, "operation">) => boolean;

const it = (id: string, more: JsonObject = {}) => ({ it: client({ oauthClientId: id, ...more }) });
const withDoor = (id: string) => ({ ...it(id), door: gateway("door", { description: "of ${it.clientId}" }) });
const givenTo = async (id: string) =>
  String((await world.wire("GET", `v1/projects/acme/locations/global/oauthClients/${id}`))["clientId"]);

beforeEach(async () => {
  isRefused = () => false;
  world = refusing((change) => isRefused(change));
  await up(world, declared(withDoor("former")));
  isRefused = ({ operation }) => operation === "update";
  expect((await run(world, await plan(world, declared(withDoor("latter"))))).status).toBe("failed");
  isRefused = () => false;
});

/** No update can make what is declared of the former object: that goes first, and what comes then is to be approved. */
const remade = { clientType: "PUBLIC_CLIENT" };

async function stopped(resources: JsonObject) {
  const summary = await run(world, await plan(world, declared(resources)));
  expect(summary.status).toBe("stopped");
  return summary;
}

test("the undo tells what stays deleted, and what refers to it still", async () => {
  const former = await givenTo("former");
  const broken = await stopped({ ...withDoor("former"), ...it("former", remade) });
  const { problems } = await planUndo("dev", broken.run, world);
  expect(problems).toMatchObject([{ code: "former-gone", address: "it" }]);
  expect(problems[0]?.detail).toContain("`door` ");
  await undone(world, broken);
  expect(await seenIn(world).described("door")).toBe(`of ${former}`);
});

test("what is made again gets the value of the object that stands", async () => {
  const broken = await stopped(it("former", remade));
  await undone(world, broken);
  expect(await seenIn(world).described("door")).toBe(`of ${await givenTo("latter")}`);
});
