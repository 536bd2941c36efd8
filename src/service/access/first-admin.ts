import { renameSync, rmSync, writeFileSync } from "node:fs";
import { Fault } from "../../base/fault.ts";
import type { Register } from "../../engine/ports/register.ts";
import type { AccessControl } from "./access-control.ts";
import { localOwner } from "./local-owner.ts";
import { readToken, tokenOver } from "./token-record.ts";

/** Which process made a token for the first admin, so that of several that begin at once only one does. */
const place = { collection: "access", key: "first-admin" } as const;

const daysGood = 30;

/**
 * Where nobody is admin of everything, makes a token that is, and writes it into a file that only its owner may read; an
 * older one of that name is replaced. Gives the file's name, or null when there was somebody, or another process was
 * faster. The token gets its role last: what breaks off before leaves nobody admin, and the next start tries again.
 */
export async function ensureFirstAdmin(
  access: AccessControl,
  register: Register,
  file: string,
  now: number,
): Promise<string | null> {
  if (access.admins.length > 0 || (await isAnybodyAdmin(access, register, now))) return null;
  const before = await register.get(place.collection, place.key);
  const claim = await register.put(
    place.collection,
    place.key,
    { at: new Date(now).toISOString() },
    { revision: before?.revision ?? null },
  );
  if (claim.kind === "mismatch") return null;
  const request = { name: "first admin", role: "admin", stacks: null, expiresInDays: daysGood, machine: true };
  const { token, view } = await access.createToken(request, localOwner);
  writeSecret(file, `${token}\n`);
  await access.assignRole({ subject: view.principal, stack: "*", role: "admin" }, localOwner.caller);
  return file;
}

async function isAnybodyAdmin(access: AccessControl, register: Register, now: number): Promise<boolean> {
  const admins = (await access.listAssignments("*")).filter(({ role }) => role === "admin");
  for (const { subject } of admins) {
    if (!subject.startsWith("token:")) return true;
    const record = await readToken(register, subject.slice("token:".length));
    if (record !== null && tokenOver(record, now) === null) return true;
  }
  return false;
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
