import type { Clock } from "../../base/clock.ts";
import type { Fetch } from "../../base/fetch.ts";
import type { Ids } from "../../base/ids.ts";
import { ok, type Result } from "../../base/result.ts";
import type { LoginOffer } from "../../doors/api/access-documents.ts";
import type { CredentialBinding } from "../../engine/ports/credential-binding.ts";
import type { Register } from "../../engine/ports/register.ts";
import type { AccessSettings } from "./access-settings.ts";
import type { AuthenticationFailure } from "./authentication-failure.ts";
import type { Authority } from "./authority.ts";
import { bearerToken } from "./bearer-token.ts";
import type { Caller } from "./caller.ts";
import { FreshBindings } from "./fresh-bindings.ts";
import { FreshRoles } from "./fresh-roles.ts";
import { JwtDoor } from "./jwt-door.ts";
import { type KnownPrincipal, KnownPrincipals } from "./known-principals.ts";
import { localOwner } from "./local-owner.ts";
import { createToken, listTokens, revokeToken, type TokenRequest, type TokenView } from "./manage-tokens.ts";
import type { Policies } from "./policies.ts";
import { assignRole, listAssignments, type RoleAssignment, removeRole } from "./role-assignments.ts";
import { endedAuthority, standingAuthority } from "./standing.ts";
import { TokenDoor } from "./token-door.ts";

export interface AccessOptions {
  readonly register: Register;
  readonly policies: Policies;
  readonly settings: AccessSettings;
  /** How the issuers' keys are asked for. */
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Milliseconds that have passed since some moment, whatever is done to the clock. Left out: the process's own count. */
  readonly elapsed?: (() => number) | undefined;
  readonly ids: Ids;
}

/**
 * Who asks, and what that one may do. Answers lag behind what another process of the service has written by two seconds at
 * most, and not at all behind what this one has.
 */
export class AccessControl {
  readonly #options: AccessOptions;
  readonly #roles: FreshRoles;
  readonly #bindings: FreshBindings;
  readonly #principals: KnownPrincipals;
  readonly #tokens: TokenDoor;
  readonly #jwts: JwtDoor;

  constructor(options: AccessOptions) {
    const { register, settings, fetch, clock, elapsed = () => performance.now() } = options;
    const { issuers, admins } = settings;
    this.#options = options;
    const at = new Date(clock.now()).toISOString();
    const standing = admins.map((subject) => ({ subject, stack: "*", role: "admin", by: "settings", at }) as const);
    this.#roles = new FreshRoles(register, standing);
    this.#bindings = new FreshBindings(register, settings.credentials, elapsed);
    this.#principals = new KnownPrincipals(register);
    this.#tokens = new TokenDoor(register, this.#principals);
    this.#jwts = new JwtDoor(issuers, this.#principals, { fetch, elapsed });
  }

  /** Whose request it is, by its bearer token. `now` in milliseconds since the epoch. Throws Faults of the register. */
  async authenticate(request: Request, now: number): Promise<Result<Authority, AuthenticationFailure>> {
    const token = bearerToken(request);
    if (!token.ok) return token;
    const isOurs = token.value.startsWith("plumb_");
    const caller = await (isOurs ? this.#tokens : this.#jwts).admit(token.value, now);
    if (!caller.ok) return caller;
    await this.#roles.refresh(now);
    return ok(this.#authority(caller.value));
  }

  /**
   * What somebody may do who was let in before, for work that goes on without a request: by the roles of now, by what the
   * identity provider said last, and nothing any more once the token has ended.
   */
  async authorityOf(caller: Caller): Promise<Authority> {
    if (caller.principal === localOwner.caller.principal) return localOwner;
    const now = this.#options.clock.now();
    await this.#roles.refresh(now);
    if (caller.principal.startsWith("token:")) {
      const current = await this.#tokens.callerOf(caller.principal, now);
      return current.ok ? this.#authority(current.value) : endedAuthority(caller, current.error);
    }
    const known = await this.#principals.get(caller.principal);
    if (known === null) return this.#authority(caller);
    const { name, groups, accountAdmin, workspaces } = known;
    return this.#authority({ ...caller, name, groups, accountAdmin, workspaces });
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

  /** Those whom the settings make admins. */
  get admins(): readonly string[] {
    return this.#options.settings.admins;
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

  /** See `createToken`: the answer alone holds the token. */
  createToken(
    request: TokenRequest,
    authority: Authority,
    effect: string | null = null,
  ): Promise<{ readonly token: string; readonly view: TokenView }> {
    const { register, ids, clock } = this.#options;
    return createToken(request, authority, { register, ids, now: clock.now() }, effect);
  }

  listTokens(authority: Authority): Promise<readonly TokenView[]> {
    return listTokens(authority, this.#options.register);
  }

  async revokeToken(id: string, authority: Authority): Promise<TokenView> {
    const { register, clock } = this.#options;
    const view = await revokeToken(id, authority, register, clock.now());
    this.#tokens.forget(id);
    return view;
  }

  /** Of one stack, or all of them. */
  listAssignments(stack?: string): Promise<readonly RoleAssignment[]> {
    return listAssignments(this.#options.register, stack);
  }

  async assignRole(
    asked: { readonly subject: string; readonly stack: string; readonly role: string },
    by: Caller,
  ): Promise<RoleAssignment> {
    const { register, clock } = this.#options;
    const assignment = await assignRole(asked, by, register, clock.now());
    this.#roles.forget();
    return assignment;
  }

  async removeRole(asked: { readonly subject: string; readonly stack: string }): Promise<void> {
    await removeRole(asked, this.#options.register);
    this.#roles.forget();
  }

  #authority(caller: Caller): Authority {
    return standingAuthority(
      caller,
      this.#options.policies,
      () => this.#roles.book,
      () => this.authorityOf(caller),
    );
  }
}
