import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { admitted, testAccess } from "./access.fixture.ts";
import { ensureFirstAdmin } from "./first-admin.ts";
import { goodClaims, signed, signingKey, trusted } from "./issuer.fixture.ts";
import { localOwner } from "./local-owner.ts";

const noClaims = { name: ["email"], groups: null, accountAdmin: null, workspaces: null } as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-admin-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, "admin.token");

test("where nobody is admin, a token is made that is, in a file of the owner's alone", async () => {
  const world = await testAccess();
  expect(await ensureFirstAdmin(world.access, world.register, file(), world.now())).toBe(file());
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const admin = await admitted(world, readFileSync(file(), "utf8").trim());
  expect(admin.decide("access:manage", { stack: null }).kind).toBe("allowed");
  expect(await ensureFirstAdmin(world.access, world.register, file(), world.now())).toBeNull();
});

test("of several processes that begin at once, one makes it", async () => {
  const world = await testAccess();
  const processes = [world.access, world.another(), world.another()];
  const made = await Promise.all(
    processes.map((access, process) =>
      ensureFirstAdmin(access, world.register, join(folder, `${process}`), world.now()),
    ),
  );
  expect(made.filter((each) => each !== null)).toHaveLength(1);
  expect(await world.access.listAssignments("*")).toHaveLength(1);
});

test("once it has ended and nobody else is admin, the next start makes another", async () => {
  const world = await testAccess();
  await ensureFirstAdmin(world.access, world.register, file(), world.now());
  const first = readFileSync(file(), "utf8");
  world.advance(31 * 86_400_000);
  expect(await ensureFirstAdmin(world.access, world.register, file(), world.now())).toBe(file());
  expect(readFileSync(file(), "utf8")).not.toBe(first);
});

test("a person, or somebody of a group, who has signed in is enough; so are admins of the settings", async () => {
  const key = await signingKey("k");
  const groups = { claim: "groups", prefix: "" };
  const issuer = trusted({ jwks: { keys: [key.publicJwk] } }, { claims: { ...noClaims, groups } });
  const world = await testAccess({ issuers: [issuer] });
  await world.access.assignRole({ subject: "group:sre", stack: "*", role: "admin" }, localOwner.caller);
  // Nobody is known to be in it: the operator would be locked out.
  expect(await ensureFirstAdmin(world.access, world.register, file(), world.now())).toBe(file());
  world.advance(31 * 86_400_000);
  await admitted(world, await signed(key, goodClaims(world.now() / 1000, { groups: ["sre"] })));
  expect(await ensureFirstAdmin(world.access, world.register, file(), world.now())).toBeNull();
  const other = await testAccess({ admins: ["group:sre"] });
  expect(await ensureFirstAdmin(other.access, other.register, file(), other.now())).toBeNull();
});

test("a file that can't be written makes nobody admin", async () => {
  const world = await testAccess();
  const nowhere = join(folder, "missing", "admin.token");
  await expect(ensureFirstAdmin(world.access, world.register, nowhere, world.now())).rejects.toThrow(
    "can't be written",
  );
  expect(await world.access.listAssignments()).toEqual([]);
});
