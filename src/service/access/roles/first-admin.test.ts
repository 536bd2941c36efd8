import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { admitted, testAccess } from "../access.fixture.ts";
import { goodClaims, signed, signingKey, trusted } from "../issuers/issuer.fixture.ts";
import { localOwner } from "../local-owner.ts";
import { ensureFirstAdmin, renewFirstAdmin } from "./first-admin.ts";

const noClaims = { name: ["email"], groups: null, accountAdmin: null, workspaces: null } as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-admin-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, "admin.token");

test("where nobody is admin, a token is made that is, in a file of the owner's alone", async () => {
  const world = await testAccess();
  expect(await ensureFirstAdmin(world.access, world.documentStore, file(), world.now())).toBe(file());
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const admin = await admitted(world, readFileSync(file(), "utf8").trim());
  expect(admin.decide("access:manage", { stack: null }).kind).toBe("allowed");
  expect(await ensureFirstAdmin(world.access, world.documentStore, file(), world.now())).toBeNull();
});

test("of several processes that begin at once, one makes it", async () => {
  const world = await testAccess();
  const processes = [world.access, world.another(), world.another()];
  const made = await Promise.all(
    processes.map((access, process) =>
      ensureFirstAdmin(access, world.documentStore, join(folder, `${process}`), world.now()),
    ),
  );
  expect(made.filter((each) => each !== null)).toHaveLength(1);
  expect(await world.access.listAssignments("*")).toHaveLength(1);
});

test("once it has ended and nobody else is admin, the next start makes another", async () => {
  const world = await testAccess();
  await ensureFirstAdmin(world.access, world.documentStore, file(), world.now());
  const first = readFileSync(file(), "utf8");
  world.advance(31 * 86_400_000);
  expect(await ensureFirstAdmin(world.access, world.documentStore, file(), world.now())).toBe(file());
  expect(readFileSync(file(), "utf8")).not.toBe(first);
});

test("a person, or somebody of a group, who has signed in is enough; so are admins of the settings", async () => {
  const key = await signingKey("k");
  const groups = { claim: "groups", prefix: "" };
  const issuer = trusted({ jwks: { keys: [key.publicJwk] } }, { claims: { ...noClaims, groups } });
  const world = await testAccess({ issuers: [issuer] });
  await world.access.assignRole({ subject: "group:sre", stack: "*", role: "admin" }, localOwner.caller);
  // Nobody is known to be in it: the operator would be locked out.
  expect(await ensureFirstAdmin(world.access, world.documentStore, file(), world.now())).toBe(file());
  world.advance(31 * 86_400_000);
  await admitted(world, await signed(key, goodClaims(world.now() / 1000, { groups: ["sre"] })));
  expect(await ensureFirstAdmin(world.access, world.documentStore, file(), world.now())).toBeNull();
  const other = await testAccess({ admins: ["group:sre"] });
  expect(await ensureFirstAdmin(other.access, other.documentStore, file(), other.now())).toBeNull();
});

test("a file that can't be written makes nobody admin", async () => {
  const world = await testAccess();
  const nowhere = join(folder, "missing", "admin.token");
  await expect(ensureFirstAdmin(world.access, world.documentStore, nowhere, world.now())).rejects.toMatchObject({
    code: "store-failed",
    message: expect.stringContaining(nowhere),
  });
  expect(await world.access.listAssignments()).toEqual([]);
});

/** The test's world with a first admin, and what comes of a token. */
async function administered() {
  const world = await testAccess();
  await ensureFirstAdmin(world.access, world.documentStore, file(), world.now());
  const isLetIn = async (token: string) => (await world.authenticate(token)).ok;
  const held = () => readFileSync(file(), "utf8").trim();
  return { world, isLetIn, held };
}

describe("a first admin that is renewed", () => {
  test("has a new token in the file, and the former one has ended with all that were made from it", async () => {
    const { world, isLetIn, held } = await administered();
    const leaked = held();
    const thief = await admitted(world, leaked);
    const request = { name: "kept", role: "admin", stacks: null, expiresInDays: 9, machine: true };
    const { token: made, view } = await world.access.createToken(request, thief);
    await world.access.assignRole({ subject: view.principal, stack: "*", role: "admin" }, thief.caller);
    expect(await renewFirstAdmin(world.access, file())).toBe(file());
    expect(held()).not.toBe(leaked);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect([await isLetIn(leaked), await isLetIn(made), await isLetIn(held())]).toEqual([false, false, true]);
    const admin = await admitted(world, held());
    expect(admin.decide("access:manage", { stack: null }).kind).toBe("allowed");
  });

  test("stays the last one that nobody can take away", async () => {
    const { world, held } = await administered();
    await renewFirstAdmin(world.access, file());
    const admin = await admitted(world, held());
    const [current] = (await world.access.listTokens(admin)).filter(({ revokedAt }) => revokedAt === null);
    await expect(world.access.revokeToken(current?.id ?? "", admin)).rejects.toMatchObject({
      problems: [{ code: "last-admin", detail: expect.stringContaining("--new-first-admin") }],
    });
  });

  test("leaves others as they are: their tokens and roles", async () => {
    const { world, isLetIn } = await administered();
    const other = await world.tokenWith("admin");
    await renewFirstAdmin(world.access, file());
    expect(await isLetIn(other)).toBe(true);
    expect((await world.access.listAssignments("*")).map(({ role }) => role)).toContain("admin");
  });

  test("broken off after any write, the token in the file is an admin's, and once more ends the others", async () => {
    for (let writes = 0; ; writes += 1) {
      const { world, isLetIn, held } = await administered();
      const leaked = held();
      let left = writes;
      const dying = new Proxy(world.documentStore, {
        get: (documentStore, name) => {
          const own: unknown = Reflect.get(documentStore, name);
          if (typeof own !== "function") return own;
          return (...given: unknown[]) => {
            if (/^(put|remove|changeAll)$/.test(String(name))) {
              if (left === 0) throw new Error("killed");
              left -= 1;
            }
            return Reflect.apply(own, documentStore, given);
          };
        },
      });
      const broken = await testAccess({ documentStore: dying });
      const ended = await renewFirstAdmin(broken.access, file()).catch(() => "killed");
      const admin = await admitted(world, held());
      expect(admin.decide("access:manage", { stack: null }).kind, `${writes} writes`).toBe("allowed");
      await renewFirstAdmin(world.access, file());
      expect([await isLetIn(leaked), await isLetIn(held())]).toEqual([false, true]);
      const good = (await world.access.listTokens(await admitted(world, held()))).filter((each) => !each.revokedAt);
      expect(good).toHaveLength(1);
      if (ended !== "killed") {
        expect(writes).toBeGreaterThan(2);
        return;
      }
    }
  });

  test("a file that can't be written changes nothing", async () => {
    const { world, isLetIn, held } = await administered();
    const nowhere = join(folder, "missing", "admin.token");
    await expect(renewFirstAdmin(world.access, nowhere)).rejects.toMatchObject({
      code: "store-failed",
      message: expect.stringContaining(nowhere),
    });
    expect(await isLetIn(held())).toBe(true);
  });
});
