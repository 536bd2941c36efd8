import type { Ids } from "../../base/ids.ts";
import { problem } from "../../base/problem.ts";
import type { Register } from "../../engine/ports/register.ts";
import { Rejection } from "../rejection.ts";
import { allDocuments } from "./all-documents.ts";
import { mintToken, tokenDigest } from "./api-token.ts";
import type { Authority } from "./authority.ts";
import type { Role } from "./caller.ts";
import { isRole, roles } from "./roles.ts";
import { readToken, type TokenRecord, tokenCollection, tokenDocument, tokenRecordOf } from "./token-record.ts";

export interface TokenRequest {
  readonly name: string;
  readonly role: string;
  /** Null: every stack that its owner may reach. */
  readonly stacks: readonly string[] | null;
  readonly expiresInDays: number;
  /** A machine's token lends nobody's rights: roles are assigned to itself. Takes `access:manage`. */
  readonly machine: boolean;
}

/** A token as it may be shown: never with its secret, nor with the digest. */
export type TokenView = Omit<TokenRecord, "digest"> & {
  /** As role assignments name it. */
  readonly principal: string;
};

const longestDays = 366;
const stackForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/**
 * Makes a token; this answer alone holds it. Rejection "unprocessable" lists all that is wrong with the request, and names
 * the right that a machine's token takes. Under the same `effect` there is never more than one.
 */
export async function createToken(
  request: TokenRequest,
  authority: Authority,
  means: { readonly register: Register; readonly ids: Ids; readonly now: number },
  effect: string | null = null,
): Promise<{ readonly token: string; readonly view: TokenView }> {
  const { register, ids, now } = means;
  const role = checked(request);
  if (request.machine) requireManager(authority);
  const { caller } = authority;
  const id = (effect ?? ids.unique()).slice(-12);
  const token = mintToken(id);
  const record: TokenRecord = {
    id,
    name: request.name,
    owner: request.machine ? null : (caller.owner ?? caller.principal),
    scope: { role, stacks: request.stacks },
    createdBy: caller.principal,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + request.expiresInDays * 86_400_000).toISOString(),
    revokedAt: null,
    digest: tokenDigest(token),
  };
  const put = await register.put(tokenCollection, id, tokenDocument(record), { revision: null });
  if (put.kind === "done" || (effect !== null && (await takesPlaceOf(record, register))))
    return { token, view: viewOf(record) };
  return createToken(request, authority, means);
}

/** Puts a token in the place of the one that an earlier attempt at the same request has made, and that nobody was given. */
async function takesPlaceOf(record: TokenRecord, register: Register): Promise<boolean> {
  const found = await register.get(tokenCollection, record.id);
  const before = found === null ? null : tokenRecordOf(found.document);
  if (found === null || before?.createdBy !== record.createdBy || before.name !== record.name) return false;
  const put = await register.put(tokenCollection, record.id, tokenDocument(record), { revision: found.revision });
  return put.kind === "done";
}

/** The caller's own tokens; all of them for who may manage access. Newest first. */
export async function listTokens(authority: Authority, register: Register): Promise<readonly TokenView[]> {
  const records = (await allDocuments(register, tokenCollection)).flatMap(
    ({ document }) => tokenRecordOf(document) ?? [],
  );
  return records
    .filter((record) => isReachable(record, authority))
    .map(viewOf)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Ends a token at once. One that is revoked already stays as it was. Rejection "missing" for none that the caller may see. */
export async function revokeToken(
  id: string,
  authority: Authority,
  register: Register,
  now: number,
): Promise<TokenView> {
  const found = await register.get(tokenCollection, id);
  const record = found === null ? null : tokenRecordOf(found.document);
  if (found === null || record === null || !isReachable(record, authority))
    throw new Rejection("missing", [problem("token-unknown", `there is no token ${id}`)]);
  if (record.revokedAt !== null) return viewOf(record);
  const revoked = { ...record, revokedAt: new Date(now).toISOString() };
  const put = await register.put(tokenCollection, id, tokenDocument(revoked), { revision: found.revision });
  // Whoever was first has revoked it as well: nothing else ever changes a token.
  return put.kind === "done" ? viewOf(revoked) : viewOf((await readToken(register, id)) ?? revoked);
}

function checked(request: TokenRequest): Role {
  const { name, role, stacks, expiresInDays } = request;
  const problems = [
    ...(/^[^\p{Cc}]{1,100}$/u.test(name) ? [] : [wrong("a name has 1 to 100 characters", "/name")]),
    ...(isRole(role) ? [] : [wrong(`\`${role}\` is no role; the roles are ${roles.join(", ")}`, "/role")]),
    ...(stacks === null || (stacks.length > 0 && stacks.length <= 100 && stacks.every((each) => stackForm.test(each)))
      ? []
      : [wrong("stacks are 1 to 100 names of stacks, or none for all", "/stacks")]),
    ...(Number.isInteger(expiresInDays) && expiresInDays >= 1 && expiresInDays <= longestDays
      ? []
      : [wrong(`a token lasts 1 to ${longestDays} days`, "/expiresInDays")]),
  ];
  if (problems.length > 0 || !isRole(role)) throw new Rejection("unprocessable", problems);
  return role;
}

function requireManager(authority: Authority): void {
  const decision = authority.decide("access:manage", { stack: null });
  if (decision.kind === "denied")
    throw new Rejection("unprocessable", [
      problem("not-permitted", `a machine's token takes the right to manage access: ${decision.why}`, {
        pointer: "/machine",
      }),
    ]);
}

function isReachable({ owner, createdBy }: TokenRecord, authority: Authority): boolean {
  const { caller } = authority;
  const own = caller.owner ?? caller.principal;
  return owner === own || createdBy === own || authority.decide("access:manage", { stack: null }).kind === "allowed";
}

function wrong(detail: string, pointer: string) {
  return problem("invalid-token-request", detail, { pointer });
}

function viewOf({ digest: _, ...shown }: TokenRecord): TokenView {
  return { ...shown, principal: `token:${shown.id}` };
}
