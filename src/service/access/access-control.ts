import type { Clock } from "../../../packages/base/clock.ts";
import type { Fetch } from "../../../packages/base/exchange/fetch.ts";
import type { Ids } from "../../../packages/base/ids.ts";
import { ok, type Result } from "../../../packages/base/result.ts";
import type { LoginOffer } from "../../contract/documents/access.ts";
import type { CredentialBinding } from "../../engine/ports/credential-binding.ts";
import type { DocumentStore } from "../../engine/ports/document-store.ts";
import type { AccessSettings } from "./access-settings.ts";
import type { AdmittedCaller } from "./admitted-caller.ts";
import type { AuthenticationFailure } from "./authentication-failure.ts";
import type { Authority } from "./authority.ts";
import { FreshBindings } from "./bindings/fresh-bindings.ts";
import type { Caller } from "./caller.ts";
import { callerAuthority, endedAuthority, identitiesOf } from "./caller-authority.ts";
import { FreshLineages, type StackLineages } from "./fresh-lineages.ts";
import { JwtAuthenticator } from "./issuers/jwt-authenticator.ts";
import { isOfTrusted } from "./issuers/trusted-issuer.ts";
import { localOwner } from "./local-owner.ts";
import type { Policies } from "./policies/policies.ts";
import { FreshRoles } from "./roles/fresh-roles.ts";
import { type KnownPrincipal, KnownPrincipals } from "./roles/known-principals.ts";
import { adminGuard, isAnybodyAdmin, type LessAdmins, requireAdminAfter } from "./roles/last-admin.ts";
import {
  assignmentPut,
  assignmentRemoval,
  everyStack,
  listAssignments,
  newAssignment,
  type RoleAssignment,
} from "./roles/role-assignments.ts";
import { ApiTokenAuthenticator } from "./tokens/api-token-authenticator.ts";
import { bearerToken } from "./tokens/bearer-token.ts";
import { createToken, listTokens, revocationOf, type TokenRequest, type TokenView } from "./tokens/manage-tokens.ts";
import { readToken, tokenIdOf } from "./tokens/token-record.ts";

export interface AccessOptions {
  readonly documentStore: DocumentStore;
  /** Which stack stands under a name. */
  readonly stacks: StackLineages;
  readonly policies: Policies;
  readonly settings: AccessSettings;
  /** How the issuers' keys are asked for. */
  readonly fetch: Fetch;
  readonly clock: Clock;
  /**
   * Milliseconds that have passed since some moment, whatever is done to the clock. Left out: the process's own count.
   */
  readonly elapsed?: (() => number) | undefined;
  readonly ids: Ids;
}

/** Another process than the one that let a caller in may carry out their run, with settings of its own. */
const notTrusted =
  "the process that carries this out does not trust the identity provider that signed them in, by its settings " +
  "(`--access`, PLUMB_ACCESS)";

/**
 * Who asks, and what that one may do. Answers lag behind what another process of the service has written by a second at
 * most, and not at all behind what this one has (decision 0016).
 */
export class AccessControl {
  readonly #options: AccessOptions;
  readonly #roles: FreshRoles;
  readonly #bindings: FreshBindings;
  readonly #lineages: FreshLineages;
  readonly #principals: KnownPrincipals;
  readonly #tokens: ApiTokenAuthenticator;
  readonly #jwts: JwtAuthenticator;

  constructor(options: AccessOptions) {
    const { documentStore, stacks, settings, fetch, clock, elapsed = () => performance.now() } = options;
    const { issuers, admins } = settings;
    this.#options = options;
    const at = new Date(clock.now()).toISOString();
    const standing = admins.map(
      (subject) => ({ subject, stack: everyStack, lineage: null, role: "admin", by: "settings", at }) as const,
    );
    this.#bindings = new FreshBindings(documentStore, settings.credentials, elapsed);
    this.#lineages = new FreshLineages(stacks);
    this.#roles = new FreshRoles(documentStore, standing, (stack) => this.#lineages.of(stack));
    this.#principals = new KnownPrincipals(documentStore);
    this.#tokens = new ApiTokenAuthenticator(documentStore, this.#principals);
    this.#jwts = new JwtAuthenticator(issuers, this.#principals, { fetch, elapsed });
  }

  /**
   * Whose request it is, by its bearer token. `now` in milliseconds since the epoch. Throws Faults of the document
   * store.
   */
  async authenticate(authorization: string | null, now: number): Promise<Result<Authority, AuthenticationFailure>> {
    const token = bearerToken(authorization);
    if (!token.ok) return token;
    const isOurs = token.value.startsWith("plumb_");
    const caller = await (isOurs ? this.#tokens : this.#jwts).admit(token.value, now);
    if (!caller.ok) return caller;
    await this.#refresh(now);
    return ok(this.#authority(caller.value));
  }

  /**
   * Looks which stack stands under a name now, so that what is decided next is decided about that one; null: all of
   * them. Gives its lineage, null for none. Throws Faults of the store.
   */
  async look(stack: string | null): Promise<string | null> {
    if (stack !== null) return this.#lineages.look(stack);
    this.#lineages.forget();
    await this.#lineages.refresh(this.#options.clock.now());
    return null;
  }

  /** A stack has another name: the roles and tokens that name it have changed. */
  async moved(from: string, to: string): Promise<void> {
    this.#roles.forget();
    this.#tokens.forget();
    for (const stack of [from, to]) await this.look(stack);
  }

  /**
   * What somebody may do who was let in before, for work that goes on without a request: by the roles of now, by what
   * the identity provider said last, and nothing any more once the token has ended.
   */
  async authorityOf(caller: Caller): Promise<Authority> {
    if (caller.principal === localOwner.caller.principal) return localOwner;
    const now = this.#options.clock.now();
    await this.#refresh(now);
    if (caller.principal.startsWith("token:")) {
      const current = await this.#tokens.callerOf(caller.principal, now);
      return current.ok ? this.#authority(current.value) : endedAuthority(caller, current.error);
    }
    if (!isOfTrusted(caller.principal, this.#options.settings)) return endedAuthority(caller, notTrusted);
    const known = await this.#principals.get(caller.principal);
    if (known === null) return this.#authority(person(caller));
    const { name, groups, accountAdmin, workspaces } = known;
    return this.#authority(person({ ...caller, name, groups, accountAdmin, workspaces }));
  }

  /** Which credentials of the service go where, by the settings and by what admins have named. */
  bindings(): Promise<readonly CredentialBinding[]> {
    return this.#bindings.now();
  }

  /** Says that admins have named others. */
  forgetBindings(): void {
    this.#bindings.forget();
  }

  /** What the settings say of credentials. */
  get credentialSettings(): Pick<AccessSettings, "credentials" | "credentialSources"> {
    return this.#options.settings;
  }

  /** Whether anybody can come in as an admin of the service. */
  isAnybodyAdmin(): Promise<boolean> {
    return isAnybodyAdmin(this.#adminSources());
  }

  /** Whether people can come in with tokens of an identity provider: without one all tokens count as one person. */
  get trustsIssuers(): boolean {
    return this.#options.settings.issuers.length > 0;
  }

  /** Where and as whom people can sign in: no secret, and needed before anybody is known. */
  logins(): readonly LoginOffer[] {
    return this.#options.settings.issuers.flatMap(({ issuer, audience, login }) =>
      login === null ? [] : [{ issuer, audience: audience[0] ?? "", ...login }],
    );
  }

  /** Whoever has signed in, for giving roles to. */
  listPrincipals(): Promise<readonly KnownPrincipal[]> {
    return this.#principals.list();
  }

  /**
   * What people know a person or a token by; null for whoever was never seen here, and for groups, whose names are
   * words.
   */
  async nameOf(principal: string): Promise<string | null> {
    const token = tokenIdOf(principal);
    if (token !== null) return (await readToken(this.#options.documentStore, token))?.name ?? null;
    return (await this.#principals.get(principal))?.name ?? null;
  }

  /** See `createToken`: the answer alone holds the token. */
  createToken(
    request: TokenRequest,
    authority: Authority,
    effect: string | null = null,
  ): Promise<{ readonly token: string; readonly view: TokenView }> {
    const { documentStore, ids, clock } = this.#options;
    const lineageOf = (stack: string) => this.look(stack);
    return createToken(request, authority, { documentStore, ids, now: clock.now(), lineageOf }, effect);
  }

  listTokens(authority: Authority): Promise<readonly TokenView[]> {
    const { documentStore, clock } = this.#options;
    return listTokens(authority, documentStore, clock.now());
  }

  async revokeToken(id: string, authority: Authority): Promise<TokenView> {
    const { documentStore, clock } = this.#options;
    for (;;) {
      const guard = await adminGuard(documentStore);
      const { change, view } = await revocationOf(id, authority, documentStore, clock.now());
      if (change !== null) await this.#requireAdminAfter({ kind: "token", id });
      if (change !== null && !(await documentStore.changeAll([change, guard]))) continue;
      this.#tokens.forget();
      return view;
    }
  }

  /**
   * The roles that a caller holds, as of its request; of a token that is limited to stacks those on them and on all of
   * them.
   */
  rolesOf(caller: Caller): readonly Pick<RoleAssignment, "stack" | "role">[] {
    const stacks = caller.scope?.stacks ?? null;
    return [...this.#roles.repository.heldBy(identitiesOf(caller))].flatMap(([stack, role]) =>
      stacks === null || stack === everyStack || stacks.includes(stack) ? [{ stack, role }] : [],
    );
  }

  /** Of one stack as it is now (without those of `*`), of `*`, or all of them. */
  async listAssignments(stack?: string): Promise<readonly RoleAssignment[]> {
    const all = await listAssignments(this.#options.documentStore);
    if (stack === undefined) return all;
    const lineage = stack === everyStack ? null : await this.look(stack);
    return all.filter((each) => each.stack === stack && each.lineage === lineage);
  }

  async assignRole(
    asked: { readonly subject: string; readonly stack: string; readonly role: string },
    by: Caller,
  ): Promise<RoleAssignment> {
    const { documentStore, clock } = this.#options;
    for (;;) {
      const guard = await adminGuard(documentStore);
      const lineage = asked.stack === everyStack ? null : await this.look(asked.stack);
      const assignment = newAssignment(asked, lineage, by, clock.now());
      if (assignment.role !== "admin") await this.#requireAdminAfter({ kind: "role", ...asked });
      if (!(await documentStore.changeAll([assignmentPut(assignment), guard]))) continue;
      this.#roles.forget();
      return assignment;
    }
  }

  async removeRole(asked: { readonly subject: string; readonly stack: string }): Promise<void> {
    const { documentStore } = this.#options;
    const change = assignmentRemoval(asked);
    for (;;) {
      const guard = await adminGuard(documentStore);
      await this.#requireAdminAfter({ kind: "role", ...asked });
      if (!(await documentStore.changeAll([change, guard]))) continue;
      return this.#roles.forget();
    }
  }

  /** A service without an admin has none to lose. */
  async #requireAdminAfter(change: LessAdmins): Promise<void> {
    const sources = this.#adminSources();
    if (await isAnybodyAdmin(sources)) await requireAdminAfter(change, sources);
  }

  #adminSources() {
    const { documentStore, settings, clock } = this.#options;
    return { documentStore, settings, principals: this.#principals, now: clock.now() };
  }

  async #refresh(now: number): Promise<void> {
    await Promise.all([this.#roles.refresh(now), this.#lineages.refresh(now)]);
  }

  #authority(admitted: AdmittedCaller): Authority {
    const { policies } = this.#options;
    const lineageOf = (stack: string) => this.#lineages.of(stack);
    const sources = { policies, repository: () => this.#roles.repository, lineageOf };
    return callerAuthority(admitted, sources, () => this.authorityOf(admitted.caller));
  }
}

/** Somebody who was let in before, and whose proof is not looked at any more. */
function person(caller: Caller): AdmittedCaller {
  return { caller, lineages: {}, maker: null, until: Number.POSITIVE_INFINITY };
}
