import { problem } from "../../../../packages/base/problems/problem.ts";
import type { DocumentChange, DocumentStore } from "../../../engine/ports/document-store.ts";
import { Rejection } from "../../rejection.ts";
import type { AccessSettings } from "../access-settings.ts";
import { allDocuments } from "../all-documents.ts";
import { isOfTrusted } from "../issuers/trusted-issuer.ts";
import { chainOf, whyChainEnded } from "../tokens/token-chain.ts";
import { type TokenRecord, tokenCollection, tokenIdOf, tokenRecordOf } from "../tokens/token-record.ts";
import type { KnownPrincipal, KnownPrincipals } from "./known-principals.ts";
import { everyStack, listAssignments, type RoleAssignment } from "./role-assignments.ts";
import { greaterRole } from "./roles.ts";

/** A change after which there may be fewer admins. */
export type LessAdmins =
  | { readonly kind: "role"; readonly subject: string; readonly stack: string }
  | { readonly kind: "token"; readonly id: string };

export interface AdminSources {
  readonly documentStore: DocumentStore;
  readonly principals: KnownPrincipals;
  readonly settings: AccessSettings;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Written with every change of roles and every revocation of a token. */
const guardPlace = { collection: "access", key: "admins" } as const;

/**
 * What is to be written together with a change of who may do what, read before it is looked whether an admin is left:
 * it does not stand as expected once another such change came between, here or in another process, and it must be
 * looked again.
 */
export async function adminGuard(documentStore: DocumentStore): Promise<DocumentChange> {
  const { collection, key } = guardPlace;
  const revision = (await documentStore.get(collection, key))?.revision ?? null;
  return { kind: "put", collection, key, document: {}, revision };
}

/** Rejection "conflict" where after the change there would be no way in any more as an admin of the service. */
export async function requireAdminAfter(change: LessAdmins, sources: AdminSources): Promise<void> {
  if (change.kind === "role" && change.stack !== everyStack) return;
  if (await isAnybodyAdmin(sources, change)) return;
  const way =
    "give the role to another person first, `plumb role grant user:... admin` or `token:...`, " +
    "and have them use it once; or name admins in the settings file (`--access`). " +
    "Tokens that this one made end with it: to end a token of the first admin, start the service once with " +
    "`--new-first-admin`";
  throw new Rejection("conflict", [problem("last-admin", `after this the service would have no admin; ${way}`)]);
}

/**
 * Whether anybody can come in as an admin of the service: by the settings, a person or somebody of a group who has
 * signed in with an issuer that is still trusted, or the bearer of a token that is good and not limited to less.
 */
export async function isAnybodyAdmin(sources: AdminSources, without: LessAdmins | null = null): Promise<boolean> {
  const { documentStore, principals, settings, now } = sources;
  if (settings.admins.length > 0) return true;
  const admins = (await listAssignments(documentStore)).filter(
    ({ subject, stack, role }) =>
      stack === everyStack && role === "admin" && !(without?.kind === "role" && without.subject === subject),
  );
  if (admins.length === 0) return false;
  const known = (await principals.list()).filter(({ principal }) => isOfTrusted(principal, settings));
  if (admins.some(({ subject }) => isAmong(subject, known))) return true;
  const tokens = await allTokens(documentStore, without);
  for (const { subject } of admins) if (await isOpenedBy(subject, tokens, admins, now)) return true;
  return false;
}

function isAmong(subject: string, known: readonly KnownPrincipal[]): boolean {
  return known.some(
    ({ principal, groups }) => subject === principal || groups.some((each) => subject === `group:${each}`),
  );
}

async function allTokens(
  documentStore: DocumentStore,
  without: LessAdmins | null,
): Promise<ReadonlyMap<string, TokenRecord>> {
  const records = (await allDocuments(documentStore, tokenCollection)).flatMap(
    ({ document }) => tokenRecordOf(document) ?? [],
  );
  const left = records.filter(({ id }) => !(without?.kind === "token" && without.id === id));
  return new Map(left.map((record) => [record.id, record]));
}

/**
 * Whether a token lets its bearer in as an admin: it and all that it goes back to are good, and admins without limits.
 */
async function isOpenedBy(
  subject: string,
  tokens: ReadonlyMap<string, TokenRecord>,
  admins: readonly RoleAssignment[],
  now: number,
): Promise<boolean> {
  const id = tokenIdOf(subject);
  const chain = id === null ? null : await chainOf(id, (each) => tokens.get(each) ?? null);
  if (chain === null || whyChainEnded(chain, now) !== null) return false;
  return chain.every(({ id: each, owner, scope }) => {
    const isAdmin = admins.some(({ subject: held }) => held === `token:${each}` || held === owner);
    return isAdmin && scope.stacks === null && greaterRole(scope.role, "admin") === scope.role;
  });
}
