import { statSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../../base/fault.ts";
import type { Register } from "../../engine/ports/register.ts";
import { replaceFile } from "../../files/make-file.ts";
import { type Stranger, strangerAt } from "../../files/stranger-at.ts";
import { strangerOnWay } from "../../files/way.ts";
import type { AccessControl } from "./access-control.ts";
import { localOwner } from "./local-owner.ts";

/** Which process made a token for the first admin, so that of several that begin at once only one does. */
const place = { collection: "access", key: "first-admin" } as const;

const daysGood = 30;

/**
 * Where nobody can come in as admin of everything, makes a token that is, an account admin and member of the given workspaces
 * (origins), and writes it into a file that only its owner may read; an
 * older one of that name is replaced, unless another user could have put it there: Fault("store-failed"). Gives the file's name, or null when there was somebody, or another process was
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
  refuseStrangers(file);
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

/** Throws Fault("store-failed") where another user has put the file there, or could put one in its place. */
function refuseStrangers(file: string): void {
  let found: Stranger | null;
  try {
    found = strangerOnWay(file) ?? strangerAt(file);
  } catch (cause) {
    throw notWritten(file, cause);
  }
  if (found === null) return;
  throw new Fault(
    "store-failed",
    `the token of the first admin is not written to ${file}, because ${found.why}: ${found.wayOut}, or ${elsewhere}`,
  );
}

/** Whole or not at all, and never readable for others, not even for a moment. */
function writeSecret(file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (cause) {
    throw notWritten(file, cause);
  }
}

const elsewhere = "name another file with PLUMB_ADMIN_TOKEN_FILE";

/** Says whose folder it is: a service often runs as a user of its own. */
function notWritten(file: string, cause: unknown): Fault {
  const folder = dirname(file);
  const { code = "unknown" } = cause as NodeJS.ErrnoException;
  const owner = code === "EACCES" || code === "EPERM" || code === "EROFS" ? ownerOf(folder) : null;
  const whose =
    owner === null
      ? ""
      : `; ${folder} belongs to the user with the id ${owner}, and this process runs as the user with the id ${process.getuid?.()}`;
  const wayOut = `make ${folder} a folder that this user may write to, or ${elsewhere}`;
  return new Fault(
    "store-failed",
    `the token of the first admin can't be written to ${file} (${code}${whose}): ${wayOut}`,
    {
      cause,
    },
  );
}

function ownerOf(folder: string): number | null {
  try {
    return statSync(folder).uid;
  } catch {
    return null;
  }
}
