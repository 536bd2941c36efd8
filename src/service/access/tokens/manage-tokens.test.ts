import { beforeEach, describe, expect, test } from "vitest";
import { Rejection } from "../../rejection.ts";
import { admitted, person, type TestAccess, testAccess } from "../access.fixture.ts";
import type { Authority } from "../authority.ts";
import { goodClaims, type SigningKey, signed, signingKey, trusted } from "../issuers/issuer.fixture.ts";
import { localOwner } from "../local-owner.ts";
import type { TokenRequest } from "./manage-tokens.ts";
import { tokenCollection } from "./token-record.ts";

let world: TestAccess;
let key: SigningKey;
const ci: TokenRequest = { name: "ci", role: "operator", stacks: null, expiresInDays: 30, machine: false };

beforeEach(async () => {
  key = await signingKey("k");
  const claims = {
    name: ["email"],
    groups: { claim: "groups", prefix: "" },
    accountAdmin: { claim: "aa", value: true as const },
    workspaces: { claim: "ws", origins: {} },
  };
  world = await testAccess({ issuers: [trusted({ jwks: { keys: [key.publicJwk] } }, { claims })] });
});

/** Somebody signed in, with a role on all stacks. */
async function signIn(sub: string, role: string, more = {}): Promise<Authority> {
  const token = await signed(key, goodClaims(world.now() / 1000, { sub, email: `${sub}@id.test`, ...more }));
  await world.access.assignRole({ subject: `user:https://id.test|${sub}`, stack: "*", role }, localOwner.caller);
  return admitted(world, token);
}

async function refusal(promise: Promise<unknown>): Promise<Rejection> {
  const cause = await promise.catch((thrown: unknown) => thrown);
  if (!(cause instanceof Rejection)) throw new Error("it was not refused");
  return cause;
}

describe("a token of one's own", () => {
  test("lends its owner's rights, as far as its scope goes", async () => {
    const ann = await signIn("ann", "admin", { groups: ["sre"], aa: true, ws: ["https://adb-1.test"] });
    const { token, view } = await world.access.createToken({ ...ci, stacks: ["test/dev"] }, ann);
    const authority = await admitted(world, token);
    expect(authority.caller).toEqual({
      principal: view.principal,
      owner: "user:https://id.test|ann",
      name: "ci of ann@id.test",
      groups: ["sre"],
      accountAdmin: true,
      workspaces: ["https://adb-1.test"],
      scope: { stacks: ["test/dev"], role: "operator" },
    });
    const may = (action: "run:start" | "stack:remove", stack: string) => authority.decide(action, { stack }).kind;
    expect([may("run:start", "test/dev"), may("run:start", "test/prod"), may("stack:remove", "test/dev")]).toEqual([
      "allowed",
      "denied",
      "denied",
    ]);
  });

  test("never has more than its owner, also when the owner's role shrinks", async () => {
    const ann = await signIn("ann", "operator");
    const { token } = await world.access.createToken({ ...ci, role: "admin" }, ann);
    const decide = async () => (await admitted(world, token)).decide("run:start", { stack: "test/dev" }).kind;
    expect(await decide()).toBe("allowed");
    expect((await admitted(world, token)).decide("stack:remove", { stack: "test/dev" }).kind).toBe("denied");
    await signIn("ann", "reader");
    expect(await decide()).toBe("denied");
  });

  test("makes tokens of the same owner, if it may at all", async () => {
    const ann = await signIn("ann", "admin");
    const { token } = await world.access.createToken({ ...ci, role: "admin" }, ann);
    const authority = await admitted(world, token);
    expect(authority.decide("token:manage", { stack: null }).kind).toBe("allowed");
    const { view } = await world.access.createToken(ci, authority);
    expect(view).toMatchObject({ owner: "user:https://id.test|ann", createdBy: authority.caller.principal });
    const small = await admitted(world, (await world.access.createToken(ci, ann)).token);
    expect(small.decide("token:manage", { stack: null }).kind).toBe("denied");
  });
});

describe("a machine's token", () => {
  test("takes the right to manage access, and has only the roles that are given to it", async () => {
    const operator = await signIn("ann", "operator");
    const refused = await refusal(world.access.createToken({ ...ci, machine: true }, operator));
    expect(refused.problems[0]).toMatchObject({ code: "not-permitted", pointer: "/machine" });
    const admin = await signIn("eve", "admin", { aa: true });
    const { token, view } = await world.access.createToken({ ...ci, machine: true }, admin);
    expect((await admitted(world, token)).decide("stack:read", { stack: "test/dev" }).kind).toBe("denied");
    await world.access.assignRole({ subject: view.principal, stack: "test/dev", role: "operator" }, admin.caller);
    const authority = await admitted(world, token);
    expect(authority.decide("run:start", { stack: "test/dev" }).kind).toBe("allowed");
    expect(authority.caller).toMatchObject({ name: "ci", groups: [], accountAdmin: false });
    expect(authority.caller.owner).toBeUndefined();
  });
});

describe("tokens", () => {
  test("are kept without their secret, and shown without the digest", async () => {
    const { token, view } = await world.access.createToken(ci, localOwner);
    const kept = JSON.stringify(await world.documentStore.list(tokenCollection, { limit: 10 }));
    const secret = token.split("_")[2] ?? "";
    expect(token).toMatch(/^plumb_[a-z0-9]{12}_[0-9A-Za-z]{49}$/);
    expect(kept).not.toContain(secret.slice(0, 20));
    expect(kept).toContain(view.id);
    expect(JSON.stringify(view)).not.toMatch(/digest|[0-9a-f]{64}/);
  });

  test("are shown to their owner, and to who manages access", async () => {
    const [ann, bob] = [await signIn("ann", "reader"), await signIn("bob", "reader")];
    const own = await world.access.createToken(ci, ann);
    await world.access.createToken(ci, bob);
    expect((await world.access.listTokens(ann)).map(({ id }) => id)).toEqual([own.view.id]);
    expect(await world.access.listTokens(localOwner)).toHaveLength(2);
    expect(await world.access.listTokens({ caller: person(), decide: ann.decide })).toHaveLength(1);
  });

  test("are revoked by their owner or by who manages access, once and for all; for others they are not there", async () => {
    const [ann, bob] = [await signIn("ann", "reader"), await signIn("bob", "reader")];
    const { token, view } = await world.access.createToken(ci, ann);
    expect((await refusal(world.access.revokeToken(view.id, bob))).reason).toBe("missing");
    const revoked = await world.access.revokeToken(view.id, ann);
    expect((await world.authenticate(token)).ok).toBe(false);
    world.advance(5000);
    expect(await world.access.revokeToken(view.id, localOwner)).toEqual(revoked);
  });

  test("are listed with the reason why they are not good any more, as a request with them is refused", async () => {
    const first = await world.access.createToken({ ...ci, role: "admin", expiresInDays: 2 }, localOwner);
    const maker = await admitted(world, first.token);
    const made = await world.access.createToken({ ...ci, name: "made", expiresInDays: 1 }, maker);
    const ended = async () =>
      new Map((await world.access.listTokens(localOwner)).map((view) => [view.id, view.ended ?? null]));
    expect([...(await ended()).values()]).toEqual([null, null]);
    expect(await world.access.revokeToken(first.view.id, localOwner)).toMatchObject({ ended: "revoked" });
    const byMaker = (await ended()).get(made.view.id);
    expect([byMaker, (await ended()).get(first.view.id)]).toEqual([
      "made by the token `ci`, which is revoked",
      "revoked",
    ]);
    expect((await world.authenticate(made.token)).ok).toBe(false);
    world.advance(2 * 86_400_000);
    expect((await ended()).get(made.view.id)).toBe("expired");
  });

  test("revoked by another process are refused two seconds later at most", async () => {
    const { token, view } = await world.access.createToken(ci, localOwner);
    await admitted(world, token);
    await world.another().revokeToken(view.id, localOwner);
    world.advance(2000);
    expect((await world.authenticate(token)).ok).toBe(false);
  });

  test("are not made of a wrong request; all that is wrong is said at once", async () => {
    const wrong = { name: "a\u001b[2J", role: "owner", stacks: [], expiresInDays: 4000, machine: false };
    const refused = await refusal(world.access.createToken(wrong, localOwner));
    expect(refused.problems.map(({ pointer }) => pointer)).toEqual(["/name", "/role", "/stacks", "/expiresInDays"]);
  });
});
