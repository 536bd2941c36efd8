import { beforeEach, describe, expect, test } from "vitest";
import { Rejection } from "../rejection.ts";
import { admitted, type TestAccess, testAccess } from "./access.fixture.ts";
import { goodClaims, type SigningKey, signed, signingKey, trusted } from "./issuers/issuer.fixture.ts";
import { localOwner } from "./local-owner.ts";
import { tokenId } from "./tokens/api-token.ts";

let world: TestAccess;
let key: SigningKey;

const claims = {
  name: ["/profile/mail", "email"],
  groups: { claim: "groups", prefix: "corp/" },
  accountAdmin: { claim: "https://plumb.test/roles", value: "account-admin" },
  workspaces: { claim: "ws", origins: { prod: "https://adb-1.test/" } },
};

beforeEach(async () => {
  key = await signingKey("k");
  world = await testAccess({ issuers: [trusted({ jwks: { keys: [key.publicJwk] } }, { claims })] });
});

const jwt = (more = {}) => signed(key, goodClaims(world.now() / 1000, more));
const ann = "user:https://id.test|ann";

describe("who asks", () => {
  test("is read from the claims as the settings say", async () => {
    const { caller } = await admitted(
      world,
      await jwt({
        profile: { mail: "ann@corp.test" },
        email: "other@corp.test",
        groups: ["sre", "dev", "sre"],
        "https://plumb.test/roles": ["x", "account-admin"],
        ws: ["prod", "https://ADB-2.test:443/path", "unknown"],
      }),
    );
    expect(caller).toEqual({
      principal: ann,
      name: "ann@corp.test",
      groups: ["corp/dev", "corp/sre"],
      accountAdmin: true,
      workspaces: ["https://adb-1.test", "https://adb-2.test"],
      scope: null,
    });
  });

  test("is nobody special where claims are missing or of another kind", async () => {
    const strange = {
      profile: "x",
      email: 7,
      groups: { a: 1 },
      "https://plumb.test/roles": { value: "account-admin" },
      ws: 3,
    };
    const { caller } = await admitted(world, await jwt(strange));
    expect(caller).toMatchObject({ name: "ann", groups: [], accountAdmin: false, workspaces: [] });
  });

  test("an inherited property is no claim", async () => {
    const settings = { ...claims, name: ["constructor"], groups: { claim: "toString", prefix: "" } };
    world = await testAccess({ issuers: [trusted({ jwks: { keys: [key.publicJwk] } }, { claims: settings })] });
    expect((await admitted(world, await jwt({ ws: ["__proto__"] }))).caller).toMatchObject({ name: "ann", groups: [] });
  });

  test("a token is remembered no longer than it lasts", async () => {
    const short = await jwt({ exp: world.now() / 1000 + 5 });
    expect((await world.authenticate(short)).ok).toBe(true);
    world.advance(36_000);
    expect((await world.authenticate(short)).ok).toBe(false);
  });
});

describe("what one may do", () => {
  const mayRun = async (token: string, stack = "test/dev") =>
    (await admitted(world, token)).decide("run:start", { stack }).kind === "allowed";

  test("follows roles of one's own, of groups, of a stack and of all stacks", async () => {
    const token = await jwt({ groups: ["sre"] });
    expect(await mayRun(token)).toBe(false);
    await world.access.assignRole(
      { subject: "group:corp/sre", stack: "test/dev", role: "operator" },
      localOwner.caller,
    );
    expect([await mayRun(token), await mayRun(token, "test/prod")]).toEqual([true, false]);
    await world.access.assignRole({ subject: ann, stack: "*", role: "operator" }, localOwner.caller);
    expect(await mayRun(token, "test/prod")).toBe(true);
    await world.access.removeRole({ subject: ann, stack: "*" });
    expect([await mayRun(token), await mayRun(token, "test/prod")]).toEqual([true, false]);
  });

  test("changes in an authority that was given out before", async () => {
    const authority = await admitted(world, await jwt());
    await world.access.assignRole({ subject: ann, stack: "test/dev", role: "operator" }, localOwner.caller);
    await world.access.authorityOf(authority.caller);
    expect(authority.decide("run:start", { stack: "test/dev" }).kind).toBe("allowed");
  });

  test("follows what another process has written, two seconds later at most", async () => {
    const token = await jwt();
    expect(await mayRun(token)).toBe(false);
    await world.another().assignRole({ subject: ann, stack: "test/dev", role: "operator" }, localOwner.caller);
    world.advance(2000);
    expect(await mayRun(token)).toBe(true);
  });

  test.each([
    [{ subject: "ann", stack: "test/dev", role: "reader" }, "/subject"],
    [{ subject: "group:", stack: "test/dev", role: "reader" }, "/subject"],
    [{ subject: ann, stack: "dev", role: "reader" }, "/stack"],
    [{ subject: ann, stack: "a/b/c", role: "reader" }, "/stack"],
    [{ subject: ann, stack: "test/*", role: "reader" }, "/stack"],
    [{ subject: ann, stack: "test/dev", role: "owner" }, "/role"],
  ])("%o is no assignment", async (asked, pointer) => {
    const refused = await world.access.assignRole(asked, localOwner.caller).catch((cause: unknown) => cause);
    expect(refused).toBeInstanceOf(Rejection);
    expect((refused as Rejection).problems[0]).toMatchObject({ code: "invalid-assignment", pointer });
  });

  test("assignments are listed, all or those of a stack", async () => {
    await world.access.assignRole({ subject: ann, stack: "test/dev", role: "reader" }, localOwner.caller);
    await world.access.assignRole({ subject: ann, stack: "test/dev", role: "planner" }, localOwner.caller);
    await world.access.assignRole({ subject: "group:x|y", stack: "*", role: "admin" }, localOwner.caller);
    const at = "2026-01-01T00:00:00.000Z";
    const onDev = {
      subject: ann,
      stack: "test/dev",
      lineage: "lineage of test/dev",
      role: "planner",
      by: "local:owner",
      at,
    };
    expect(await world.access.listAssignments("test/dev")).toEqual([onDev]);
    expect(await world.access.listAssignments()).toEqual([
      { subject: "group:x|y", stack: "*", lineage: null, role: "admin", by: "local:owner", at },
      onDev,
    ]);
  });
});

describe("a run that goes on without its caller", () => {
  test("has the rights of now: roles, and what the identity provider said last", async () => {
    const { caller } = await admitted(
      world,
      await jwt({ groups: ["sre"], "https://plumb.test/roles": "account-admin" }),
    );
    await world.access.assignRole(
      { subject: "group:corp/sre", stack: "test/dev", role: "operator" },
      localOwner.caller,
    );
    expect((await world.access.authorityOf(caller)).decide("run:start", { stack: "test/dev" }).kind).toBe("allowed");
    world.advance(1000);
    await admitted(world, await jwt({ groups: [] }));
    const later = await world.another().authorityOf(caller);
    expect(later.caller).toMatchObject({ groups: [], accountAdmin: false });
    expect(later.decide("run:start", { stack: "test/dev" }).kind).toBe("denied");
  });

  test("is not given back old groups by a token that was issued earlier", async () => {
    const older = await jwt({ groups: ["sre"] });
    world.advance(1000);
    const { caller } = await admitted(world, await jwt({ groups: [] }));
    await admitted(world, older);
    expect((await world.access.authorityOf(caller)).caller.groups).toEqual([]);
  });

  test("may do nothing any more once its token is revoked, and says so", async () => {
    const token = await world.tokenWith("operator");
    const { caller } = await admitted(world, token);
    expect((await world.access.authorityOf(caller)).decide("run:start", { stack: "test/dev" }).kind).toBe("allowed");
    await world.access.revokeToken(tokenId(token) ?? "", localOwner);
    expect((await world.access.authorityOf(caller)).decide("run:start", { stack: "test/dev" })).toEqual({
      kind: "denied",
      why: expect.stringMatching(/`a operator` .*revoked/),
      policies: [],
    });
  });

  test("may do nothing any more once its token has expired", async () => {
    const { caller } = await admitted(world, await world.tokenWith("admin"));
    world.advance(31 * 86_400_000);
    expect((await world.access.authorityOf(caller)).decide("stack:read", { stack: "test/dev" }).kind).toBe("denied");
  });

  test("is the owner's where the owner began it", async () => {
    expect(await world.access.authorityOf(localOwner.caller)).toBe(localOwner);
  });
});

describe("the roles that a caller holds", () => {
  test("are those by name and by group, the greatest on each stack that is there", async () => {
    const give = (subject: string, stack: string, role: string) =>
      world.access.assignRole({ subject, stack, role }, localOwner.caller);
    await give(ann, "*", "reader");
    await give("group:corp/sre", "test/dev", "operator");
    await give(ann, "test/dev", "planner");
    await give("group:others", "*", "admin");
    const { caller } = await admitted(world, await jwt({ groups: ["sre"] }));
    expect(world.access.rolesOf(caller)).toEqual([
      { stack: "*", role: "reader" },
      { stack: "test/dev", role: "operator" },
    ]);
    const scope = { role: "reader", stacks: ["test/other"] } as const;
    expect(world.access.rolesOf({ ...caller, scope })).toEqual([{ stack: "*", role: "reader" }]);
  });

  test("are given to a person by issuer and id: a name alone would match nobody", async () => {
    const asked = { subject: "user:ann@corp.test", stack: "*", role: "reader" };
    await expect(world.access.assignRole(asked, localOwner.caller)).rejects.toMatchObject({
      problems: [{ code: "invalid-assignment", detail: expect.stringContaining("`user:ISSUER|ID`") }],
    });
    // One that was given before is taken back.
    await world.access.removeRole(asked);
  });
});
