import type { Role } from "../../contract/roles.ts";

/** Who asks, as far as it was proved. Plain data: it is kept with a run, so that each step is checked as this one. */
export interface Caller {
  /**
   * Unique and stable: `user:<issuer>|<subject>`, `token:<id>`, or `local:owner` for whoever runs the command itself.
   */
  readonly principal: string;
  /**
   * Whose token it is, as a principal: two callers may be one person. Absent for people, and for tokens of machines.
   */
  readonly owner?: string;
  /**
   * The person behind a token, or the first token of those that made one another: approvals count by this. Absent where
   * it is the owner, or the principal itself.
   */
  readonly person?: string;
  /** For people: an e-mail address or the name of a token. */
  readonly name: string;
  readonly groups: readonly string[];
  /** Account admin of the platforms that know such a rank. */
  readonly accountAdmin: boolean;
  /** Origins of the workspaces that the caller is a member of. */
  readonly workspaces: readonly string[];
  /** What a token is limited to; null: nothing but its owner's rights. */
  readonly scope: TokenScope | null;
}

export interface TokenScope {
  /** Null: every stack that its owner may reach. */
  readonly stacks: readonly string[] | null;
  readonly role: Role;
}

/** Who a caller is as a person: a token speaks for whoever is behind it. */
export function personOf({ principal, owner, person }: Pick<Caller, "principal" | "owner" | "person">): string {
  return person ?? owner ?? principal;
}

/** Whether a machine asks: by its own token, or by one that a machine's token has made to lend its rights. */
export function isMachine({ principal, owner }: Pick<Caller, "principal" | "owner">): boolean {
  return (owner ?? principal).startsWith("token:");
}
