import type { Ids } from "../../../../packages/base/ids.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { type Role, roles } from "../../../contract/roles.ts";
import { stackPathOf } from "../../../contract/stack-name.ts";
import type { DocumentChange, DocumentStore } from "../../../engine/ports/document-store.ts";
import { Rejection } from "../../rejection.ts";
import { allDocuments } from "../all-documents.ts";
import type { Authority } from "../authority.ts";
import { originOf } from "../claims.ts";
import { isRole } from "../roles/roles.ts";
import { mintToken, tokenDigest } from "./api-token.ts";
import { chainEndsAt, chainOf, longestChain, type TokenChain, tokenChain, whyChainEnded } from "./token-chain.ts";
import {
  type TokenRecord,
  tokenCollection,
  tokenDocument,
  tokenIdOf,
  tokenRecordOf,
  whyTokenEnded,
} from "./token-record.ts";

export interface TokenRequest {
  readonly name: string;
  readonly role: string;
  /** Null: every stack that its owner may reach. */
  readonly stacks: readonly string[] | null;
  readonly expiresInDays: number;
  /** A machine's token lends no person's rights: roles are assigned to itself. Takes `access:manage`. */
  readonly machine: boolean;
  /** Only for machines, and by who is one: account admin of the platforms that know such a rank. Left out: no. */
  readonly accountAdmin?: boolean;
  /**
   * Only for machines: origins of workspaces that it is a member of; the caller must be one of each. Left out: none.
   */
  readonly workspaces?: readonly string[];
}

type Shown =
  | "id"
  | "name"
  | "owner"
  | "scope"
  | "accountAdmin"
  | "workspaces"
  | "createdBy"
  | "createdAt"
  | "expiresAt";

/** A token as it may be shown: never with its secret, nor with the digest. */
export interface TokenView extends Pick<TokenRecord, Shown | "revokedAt"> {
  /** As role assignments name it. */
  readonly principal: string;
  /** Why it is not good any more, in words; absent while it is. */
  readonly ended?: string;
}

/** What a token is made with. */
export interface TokenMeans {
  readonly documentStore: DocumentStore;
  readonly ids: Ids;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Which stack stands under a name now. */
  readonly lineageOf: (stack: string) => Promise<string | null>;
}

const longestDays = 366;
const mostStacks = 100;
const mostWorkspaces = 100;

/**
 * Makes a token; this answer alone holds it. What a token makes ends with it at the latest. Rejection "unprocessable"
 * lists all that is wrong with the request, and names the right that a machine's token takes. Under the same `effect`
 * there is never more than one.
 */
export async function createToken(
  request: TokenRequest,
  authority: Authority,
  means: TokenMeans,
  effect: string | null = null,
): Promise<{ readonly token: string; readonly view: TokenView }> {
  const { documentStore, ids, now } = means;
  const lineages = await lineagesOf(request.stacks ?? [], authority, means);
  const role = checked(request, authority, lineages);
  if (request.machine) requireManager(authority);
  const { caller } = authority;
  const { accountAdmin = false, workspaces = [] } = request;
  const chain = await chainOfMaker(authority, documentStore);
  const id = (effect ?? ids.unique()).slice(-12);
  const token = mintToken(id);
  const record: TokenRecord = {
    id,
    name: request.name,
    owner: request.machine ? null : (caller.owner ?? caller.principal),
    scope: { role, stacks: request.stacks },
    lineages: Object.fromEntries(lineages),
    accountAdmin,
    workspaces: workspaces.flatMap((each) => originOf(each) ?? []),
    createdBy: caller.principal,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(Math.min(now + request.expiresInDays * 86_400_000, chainEndsAt(chain))).toISOString(),
    revokedAt: null,
    digest: tokenDigest(token),
  };
  const put = await documentStore.put(tokenCollection, id, tokenDocument(record), { revision: null });
  if (put.kind === "done" || (effect !== null && (await takesPlaceOf(record, documentStore))))
    return { token, view: viewOf(record, null) };
  return createToken(request, authority, means);
}

/**
 * The token that makes another, and those that it goes back to; empty for people. Rejection for a chain that grows too
 * long.
 */
async function chainOfMaker({ caller }: Authority, documentStore: DocumentStore): Promise<TokenChain> {
  const id = tokenIdOf(caller.principal);
  const chain = id === null ? [] : await tokenChain(documentStore, id);
  if (chain !== null && chain.length < longestChain) return chain;
  throw new Rejection("unprocessable", [
    problem("invalid-token-request", `tokens that make tokens go no further than ${longestChain}`),
  ]);
}

/** The lineages of those of the stacks that are there and that the caller may see, by name. */
async function lineagesOf(
  stacks: readonly string[],
  authority: Authority,
  { lineageOf }: TokenMeans,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const stack of stacks.slice(0, mostStacks)) {
    const lineage = isWholeName(stack) ? await lineageOf(stack) : null;
    if (lineage !== null && authority.decide("stack:read", { stack }).kind === "allowed") found.set(stack, lineage);
  }
  return found;
}

/**
 * Puts a token in the place of the one that an earlier attempt at the same request has made and not given out.
 */
async function takesPlaceOf(record: TokenRecord, documentStore: DocumentStore): Promise<boolean> {
  const found = await documentStore.get(tokenCollection, record.id);
  const before = found === null ? null : tokenRecordOf(found.document);
  if (found === null || before?.createdBy !== record.createdBy || before.name !== record.name) return false;
  const put = await documentStore.put(tokenCollection, record.id, tokenDocument(record), { revision: found.revision });
  return put.kind === "done";
}

/** The caller's own tokens; all of them for who may manage access. Newest first. `now`: see `TokenMeans`. */
export async function listTokens(
  authority: Authority,
  documentStore: DocumentStore,
  now: number,
): Promise<readonly TokenView[]> {
  const records = (await allDocuments(documentStore, tokenCollection)).flatMap(
    ({ document }) => tokenRecordOf(document) ?? [],
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  const views = records
    .filter((record) => isReachable(record, authority))
    .map(async (record) => {
      const chain = await chainOf(record.id, (id) => byId.get(id) ?? null);
      return viewOf(
        record,
        chain === null ? "the token that made it is not there any more" : whyChainEnded(chain, now),
      );
    });
  return (await Promise.all(views)).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** What revoking a token comes to, once `change` is made; null: it is revoked already, and stays as it is. */
export interface Revocation {
  readonly change: DocumentChange | null;
  readonly view: TokenView;
}

/**
 * How a token is ended at once, and with it those that it has made. Rejection "missing" for none that the caller may
 * see.
 */
export async function revocationOf(
  id: string,
  authority: Authority,
  documentStore: DocumentStore,
  now: number,
): Promise<Revocation> {
  const found = await documentStore.get(tokenCollection, id);
  const record = found === null ? null : tokenRecordOf(found.document);
  if (found === null || record === null || !isReachable(record, authority))
    throw new Rejection("missing", [problem("token-unknown", `there is no token ${id}`)]);
  if (record.revokedAt !== null) return { change: null, view: viewOf(record, whyTokenEnded(record, now)) };
  const revoked = { ...record, revokedAt: new Date(now).toISOString() };
  const { revision } = found;
  const document = tokenDocument(revoked);
  return {
    change: { kind: "put", collection: tokenCollection, key: id, document, revision },
    view: viewOf(revoked, whyTokenEnded(revoked, now)),
  };
}

function checked(
  { name, role, stacks, expiresInDays, machine, accountAdmin = false, workspaces = [] }: TokenRequest,
  { caller }: Authority,
  lineages: ReadonlyMap<string, string>,
): Role {
  const isList = stacks === null || (stacks.length > 0 && stacks.length <= mostStacks);
  const absent = (stacks ?? []).filter((each) => isWholeName(each) && !lineages.has(each));
  const foreign = workspaces.filter((each) => !caller.workspaces.includes(originOf(each) ?? ""));
  const problems = [
    ...(/^[^\p{Cc}]{1,100}$/u.test(name) ? [] : [wrong("a name has 1 to 100 characters", "/name")]),
    ...(isRole(role) ? [] : [wrong(`\`${role}\` is no role; the roles are ${roles.join(", ")}`, "/role")]),
    ...(isList && (stacks ?? []).every((each) => isWholeName(each))
      ? []
      : [wrong("stacks are 1 to 100 names of stacks, each as PROJECT/STACK, or none for all", "/stacks")]),
    // Those that there are not and those that the caller may not see are told alike.
    ...absent.map((each) => wrong(`there is no stack \`${each}\``, "/stacks")),
    ...(Number.isInteger(expiresInDays) && expiresInDays >= 1 && expiresInDays <= longestDays
      ? []
      : [wrong(`a token lasts 1 to ${longestDays} days`, "/expiresInDays")]),
    ...(accountAdmin && !machine ? [wrong("a token that lends has the rank of its owner", "/accountAdmin")] : []),
    ...(accountAdmin && !caller.accountAdmin ? [wrong("you are no account admin yourself", "/accountAdmin")] : []),
    ...(workspaces.length > 0 && !machine ? [wrong("a token that lends is where its owner is", "/workspaces")] : []),
    ...(workspaces.length > mostWorkspaces ? [wrong(`at most ${mostWorkspaces} workspaces`, "/workspaces")] : []),
    ...foreign.map((each) => wrong(`you are no member of the workspace ${each} yourself`, "/workspaces")),
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

function isWholeName(stack: string): boolean {
  return stackPathOf(stack) !== undefined;
}

function wrong(detail: string, pointer: string) {
  return problem("invalid-token-request", detail, { pointer });
}

function viewOf(record: TokenRecord, ended: string | null): TokenView {
  const { id, name, owner, scope, accountAdmin, workspaces, createdBy, createdAt, expiresAt, revokedAt } = record;
  const principal = `token:${id}`;
  const shown = { id, name, owner, scope, accountAdmin, workspaces, createdBy, createdAt, expiresAt, revokedAt };
  return { ...shown, principal, ...(ended === null ? {} : { ended }) };
}
