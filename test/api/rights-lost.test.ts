import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAccess, testAccess } from "../../src/service/access/access.fixture.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import { mintToken } from "../../src/service/access/tokens/api-token.ts";
import { requests } from "./access-requests.ts";
import { PeopledWorld } from "./people.ts";
import { pathOf } from "./requested.ts";
import { Stage } from "./stage.ts";
import { operations } from "./witness.ts";

// Each operation of the description, asked for by those whose rights were there and are not any more.

let world: PeopledWorld;
let stage: Stage;
let access: TestAccess;
const lost: Record<string, string> = {};
/** Was admin of the stack of this name, which was removed and made anew. */
const former = { stack: "anew", token: "" };
beforeAll(async () => {
  world = await PeopledWorld.open();
  stage = new Stage(world);
  const { deployment } = world.api;
  access = await testAccess({ documentStore: deployment.documentStore, stacks: deployment.store });
  const admin = async (by?: string) => {
    const authority = by === undefined ? localOwner : await authorityOf(by);
    const request = { name: "m", role: "admin", stacks: null, expiresInDays: 1, machine: true };
    const { token, view } = await access.access.createToken(request, authority);
    await access.access.assignRole({ subject: view.principal, stack: "*", role: "admin" }, localOwner.caller);
    return { token, id: view.id };
  };
  const revoked = await admin();
  lost["a revoked token"] = revoked.token;
  lost["a token of a revoked token"] = (await admin(revoked.token)).token;
  lost["a token of a token of a revoked token"] = (await admin(lost["a token of a revoked token"])).token;
  await access.access.revokeToken(revoked.id, localOwner);
  lost["a token of no service of ours"] = mintToken("abcdefghijkl");
  await stage.ask("POST", "/v1/projects/test/stacks", { name: former.stack });
  const request = { name: "f", role: "admin", stacks: null, expiresInDays: 1, machine: true };
  const { token, view } = await access.access.createToken(request, localOwner);
  await stage.ask(
    "PUT",
    `/v1/projects/test/stacks/${former.stack}/role-assignments/${encodeURIComponent(view.principal)}`,
    {
      role: "admin",
    },
  );
  expect((await world.api.call("GET", `/v1/projects/test/stacks/${former.stack}`, { token })).status).toBe(200);
  await stage.ask("DELETE", `/v1/projects/test/stacks/${former.stack}`);
  await stage.ask("POST", "/v1/projects/test/stacks", { name: former.stack });
  former.token = token;
});
afterAll(() => world.api.witness.testify());

async function authorityOf(token: string) {
  const admitted = await access.authenticate(token);
  if (!admitted.ok) throw new Error(admitted.error.why);
  return admitted.value;
}

/** The request for an operation, as an admin would send it. */
async function asked(operationId: string) {
  const request = await requests[operationId]?.(stage, (method, path, body) => stage.ask(method, path, body));
  if (request === undefined) throw new Error("nobody has said how to ask for it");
  return request;
}

function send(token: string, method: string, path: string, body: unknown, headers = {}) {
  return world.api.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
}

const closed = operations.filter(({ isOpen }) => !isOpen);

test.each(closed)(
  "$operationId is refused to tokens that have ended, and to those that go back to one",
  async (each) => {
    const { path, body, headers } = await asked(each.operationId);
    for (const [whose, token] of Object.entries(lost))
      expect((await send(token, each.method, pathOf(each, path), body, headers)).status, whose).toBe(401);
  },
);

describe("a stack that was removed and made anew", () => {
  const ofStacks = closed.filter(({ path }) => path.includes("{stack}"));

  test.each(ofStacks)("$operationId is not to be had by the former stack's admin", async (each) => {
    const { path, body, headers } = await asked(each.operationId);
    const at = (stack: string) => send(former.token, each.method, pathOf(each, { ...path, stack }), body, headers);
    const [hidden, absent] = [await at(former.stack), await at("nowhere")];
    expect(hidden.status).toBe(404);
    expect(hidden.text.replaceAll(former.stack, "nowhere")).toBe(absent.text);
  });
});
