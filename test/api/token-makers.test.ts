import { beforeEach, describe, expect, test } from "vitest";
import { ApiWorld, type Called } from "./api-world.ts";

// A token made by a token neither outlives nor exceeds its maker, and ends with it; and a person is one person behind
// all of them.

const dayMs = 86_400_000;

interface Made {
  readonly id: string;
  readonly token: string;
  readonly principal: string;
  readonly expiresAt: string;
}

let world: ApiWorld;
let owner: string;
beforeEach(async () => {
  world = await ApiWorld.served();
  owner = (await world.access?.tokenWith("admin")) ?? "";
  await send(owner, "POST", "/v1/projects/test/stacks", { name: "dev" });
});

function send(token: string, method: string, path: string, body?: unknown, headers = {}): Promise<Called> {
  return world.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
}

async function made(by: string, more: object = {}): Promise<Made> {
  const body = { name: "t", role: "admin", expiresInDays: 1, ...more };
  const { status, text, body: answer } = await send(by, "POST", "/v1/tokens", body);
  if (status !== 201) throw new Error(text);
  return answer as Made;
}

/** A machine's token with a role on everything. */
async function machine(by: string, role: string, more: object = {}): Promise<Made> {
  const token = await made(by, { ...more, machine: true });
  await grant(token.principal, role);
  return token;
}

async function grant(subject: string, role: string): Promise<void> {
  const path = `/v1/role-assignments/${encodeURIComponent(subject)}`;
  const { status, text } = await send(owner, "PUT", path, { role });
  if (status !== 200) throw new Error(text);
}

/** For the service as for those that it knows. */
function pass(milliseconds: number): void {
  world.access?.advance(milliseconds);
  world.deployment.advance(milliseconds);
}

const reads = async (token: string) => (await send(token, "GET", "/v1/projects/test/stacks/dev")).status;

describe.each([false, true])("a token that a token has made (a machine's: %s)", (isMachine) => {
  const child = (by: Made, more: object = {}) => (isMachine ? machine(by.token, "admin", more) : made(by.token, more));

  test("lasts no longer than its maker", async () => {
    const maker = await machine(owner, "admin", { expiresInDays: 2 });
    const { token, expiresAt } = await child(maker, { expiresInDays: 300 });
    expect(expiresAt).toBe(maker.expiresAt);
    expect(await reads(token)).toBe(200);
    pass(2 * dayMs);
    expect(await reads(token)).toBe(401);
  });

  test("ends when its maker is revoked, and so does what it has made", async () => {
    const maker = await machine(owner, "admin");
    const first = await child(maker);
    const second = await child(first);
    expect(await reads(second.token)).toBe(200);
    expect((await send(owner, "POST", `/v1/tokens/${maker.id}:revoke`)).status).toBe(200);
    expect(await reads(first.token)).toBe(401);
    expect(await reads(second.token)).toBe(401);
  });

  test("may do no more than its maker may now", async () => {
    const maker = await machine(owner, "admin");
    const { token } = await child(maker);
    expect((await send(token, "POST", "/v1/projects/test/stacks", { name: "one" })).status).toBe(201);
    await grant(maker.principal, "reader");
    expect(await reads(token)).toBe(200);
    expect((await send(token, "POST", "/v1/projects/test/stacks", { name: "two" })).status).toBe(403);
  });
});

describe("an approval", () => {
  async function waiting(by: string): Promise<string> {
    await send(owner, "PUT", "/v1/projects/test/stacks/dev/settings", { approvals: 1 }, { "if-match": "*" });
    const { digest } = await world.plan("dev", undefined, { token: by });
    return `/v1/projects/test/stacks/dev/runs/${await world.start("dev", digest, { token: by })}`;
  }

  test("is not given by a second token of whoever started the run, nor by a token of a token", async () => {
    const author = await machine(owner, "admin");
    const lent = await made(author.token);
    const own = await machine(author.token, "operator");
    const run = await waiting(lent.token);
    for (const token of [lent.token, author.token, own.token, (await made(author.token)).token, owner])
      expect((await send(token, "POST", `${run}:approve`)).status).toBe(409);
    expect((await send((await world.access?.tokenWith("operator")) ?? "", "POST", `${run}:approve`)).status).toBe(200);
  });
});

describe("the last admin", () => {
  const service = "/v1/role-assignments/";
  const refusal = expect.objectContaining({ problems: [expect.objectContaining({ code: "last-admin" })] });
  let principal: string;
  beforeEach(async () => {
    const { caller } = (await send(owner, "GET", "/v1/whoami")).body as {
      readonly caller: { readonly principal: string };
    };
    principal = caller.principal;
  });
  const itself = () => encodeURIComponent(principal);

  test("can't give up the role, take a lesser one, or revoke the token", async () => {
    // None of these lets anybody in: a group that nobody is known to be in, somebody unknown, a token without that
    // scope.
    await grant("group:nobody", "admin");
    await grant("user:https://nowhere.example|ann", "admin");
    await grant((await made(owner, { machine: true, role: "reader" })).principal, "admin");
    // Nor does one that ends with the last admin's.
    const child = await machine(owner, "admin");
    for (const answer of [
      await send(owner, "DELETE", `${service}${itself()}`),
      await send(owner, "PUT", `${service}${itself()}`, { role: "operator" }),
      await send(owner, "POST", `/v1/tokens/${principal.slice("token:".length)}:revoke`),
      await send(child.token, "POST", `/v1/tokens/${principal.slice("token:".length)}:revoke`),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual(refusal);
    }
    expect((await send(owner, "GET", "/v1/audit-entries")).status).toBe(200);
  });

  test("may go once there is another", async () => {
    const other = (await world.access?.tokenWith("admin")) ?? "";
    expect((await send(owner, "DELETE", `${service}${itself()}`)).status).toBe(204);
    expect((await send(other, "GET", "/v1/audit-entries")).status).toBe(200);
  });

  test("is whoever remains once the other's token has expired", async () => {
    await world.access?.tokenWith("admin");
    pass(31 * dayMs);
    owner = (await world.access?.tokenWith("admin")) ?? "";
    principal = ((await send(owner, "GET", "/v1/whoami")).body as { readonly caller: { readonly principal: string } })
      .caller.principal;
    expect((await send(owner, "DELETE", `${service}${itself()}`)).status).toBe(409);
  });
});
