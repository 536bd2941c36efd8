import { renameSync, rmSync, writeFileSync } from "node:fs";
import { Fault } from "../../base/fault.ts";
import type { Register } from "../../engine/ports/register.ts";
import type { AccessControl } from "./access-control.ts";
import { localOwner } from "./local-owner.ts";

/** Which process made a token for the first admin, so that of several that begin at once only one does. */
const place = { collection: "access", key: "first-admin" } as const;

const daysGood = 30;

/**
 * Where nobody can come in as admin of everything, makes a token that is, an account admin and member of the given workspaces
 * (origins), and writes it into a file that only its owner may read; an
 * older one of that name is replaced. Gives the file's name, or null when there was somebody, or another process was
 * faster. The token gets its role last: what breaks off before leaves nobody admin, and the next start tries again.
 */
export async function ensureFirstAdmin(
  access: AccessControl,
  register: Register,
  file: string,
  now: number,
  workspaces: readonly string[] = [],
): Promise<string | null> {
  if (await access.isAnybodyAdmin()) return null;
  const before = await register.get(place.collection, place.key);
  const claim = await register.put(
    place.collection,
    place.key,
    { at: new Date(now).toISOString() },
    { revision: before?.revision ?? null },
  );
  if (claim.kind === "mismatch") return null;
  const request = { name: "first admin", role: "admin", stacks: null, expiresInDays: daysGood, machine: true };
  const operator = { ...localOwner, caller: { ...localOwner.caller, workspaces } };
  const { token, view } = await access.createToken({ ...request, accountAdmin: true, workspaces }, operator);
  writeSecret(file, `${token}\n`);
  await access.assignRole({ subject: view.principal, stack: "*", role: "admin" }, localOwner.caller);
  return file;
}

/** Whole or not at all, and never readable for others, not even for a moment. */
function writeSecret(file: string, text: string): void {
  const fresh = `${file}.new`;
  try {
    rmSync(fresh, { force: true });
    writeFileSync(fresh, text, { mode: 0o600, flag: "wx", flush: true });
    renameSync(fresh, file);
  } catch (cause) {
    throw new Fault("store-failed", `the token of the first admin can't be written to ${file}`, { cause });
  }
}
