import { statSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../../../../packages/base/fault.ts";
import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import { type ForeignAccess, foreignAccessAt } from "../../../files/foreign-access.ts";
import { replaceFile } from "../../../files/make-file.ts";
import { foreignAccessOnPath } from "../../../files/path-access.ts";
import type { AccessControl } from "../access-control.ts";
import { localOwner } from "../local-owner.ts";
import type { TokenView } from "../tokens/manage-tokens.ts";

/** Which process made a token for the first admin, so that of several that begin at once only one does. */
const place = { collection: "access", key: "first-admin" } as const;

const daysGood = 30;

/**
 * Where there is no way in as admin of everything, makes a token that is, an account admin and member of the given
 * workspaces (origins), and writes it into a file that only its owner may read; an older one of that name is replaced,
 * unless another user could have put it there: Fault("store-failed"). Gives the file's name, or null when there was
 * somebody, or another process was faster. The token gets its role last: what breaks off before leaves no admin,
 * and the next start tries again.
 */
export async function ensureFirstAdmin(
  access: AccessControl,
  documentStore: DocumentStore,
  file: string,
  now: number,
  workspaces: readonly string[] = [],
): Promise<string | null> {
  if (await access.isAnybodyAdmin()) return null;
  refuseForeignAccess(file);
  const before = await documentStore.get(place.collection, place.key);
  const claim = await documentStore.put(
    place.collection,
    place.key,
    { at: new Date(now).toISOString() },
    { revision: before?.revision ?? null },
  );
  if (claim.kind === "mismatch") return null;
  const { token, view } = await firstAdminToken(access, workspaces);
  writeSecret(file, `${token}\n`);
  await access.assignRole({ subject: view.principal, stack: "*", role: "admin" }, localOwner.caller);
  return file;
}

/**
 * Puts another token of the first admin into the file, and ends those that were there before, with all that were made
 * from them. Wherever it is broken off, the token in the file is an admin's: the former ones end last. Faults as
 * before.
 */
export async function renewFirstAdmin(
  access: AccessControl,
  file: string,
  workspaces: readonly string[] = [],
): Promise<string> {
  refuseForeignAccess(file);
  const former = (await access.listTokens(localOwner)).filter(isOfFirstAdmin);
  const { token, view } = await firstAdminToken(access, workspaces);
  await access.assignRole({ subject: view.principal, stack: "*", role: "admin" }, localOwner.caller);
  try {
    writeSecret(file, `${token}\n`);
  } catch (cause) {
    await access.removeRole({ subject: view.principal, stack: "*" });
    throw cause;
  }
  for (const { id, principal } of former) {
    await access.revokeToken(id, localOwner);
    await access.removeRole({ subject: principal, stack: "*" });
  }
  return file;
}

const name = "first admin";

function firstAdminToken(access: AccessControl, workspaces: readonly string[]) {
  const request = { name, role: "admin", stacks: null, expiresInDays: daysGood, machine: true };
  const operator = { ...localOwner, caller: { ...localOwner.caller, workspaces } };
  return access.createToken({ ...request, accountAdmin: true, workspaces }, operator);
}

/** Only a service makes tokens on behalf of whoever owns the machine. */
function isOfFirstAdmin(token: TokenView): boolean {
  return token.name === name && token.createdBy === localOwner.caller.principal && token.revokedAt === null;
}

/** Throws Fault("store-failed") where another user has put the file there, or could put one in its place. */
function refuseForeignAccess(file: string): void {
  let found: ForeignAccess | null;
  try {
    found = foreignAccessOnPath(file) ?? foreignAccessAt(file);
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
      : `; ${folder} belongs to the user with the id ${owner}, and this process runs as the user with the id ` +
        `${process.getuid?.()}`;
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
