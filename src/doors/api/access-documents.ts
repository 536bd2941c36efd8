/** Where and as whom the command signs people in, by the device flow (RFC 8628). */
export interface LoginOffer {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** What the access token must be for. */
  readonly audience: string;
}

/** Who the service takes the caller for. */
export interface CallerView {
  readonly principal: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** An API token, without the token. */
export interface TokenRow {
  readonly id: string;
  readonly principal: string;
  readonly name: string;
  /** Null: a machine's own. */
  readonly owner: string | null;
  /** What people know the owner by. */
  readonly ownerName?: string;
  readonly scope: { readonly role: string; readonly stacks: readonly string[] | null };
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

export interface RoleRow {
  readonly subject: string;
  /** What people know the principal by, where the service has seen it. */
  readonly subjectName?: string;
  readonly stack: string;
  readonly role: string;
  readonly by: string;
  readonly at: string;
}

/** A record of the audit log: something that was about to be done, or (`of` names it) what became of it. */
export interface AuditRow {
  readonly seq: number;
  readonly at: string;
  readonly kind: "intent" | "outcome";
  readonly principal?: string;
  readonly principalName?: string;
  readonly from?: { readonly address: string | null; readonly userAgent: string | null };
  readonly request?: string;
  readonly action?: string;
  readonly operation?: string;
  readonly role?: string;
  readonly stack?: string | null;
  readonly subject?: string | null;
  readonly plan?: string | null;
  readonly paths?: readonly string[];
  readonly of?: number;
  readonly result?: string;
  readonly status?: number | null;
  readonly code?: string | null;
}

/** Something in the audit log that is not as it was written. */
export interface AuditFinding {
  /** Place in the log that it shows at. */
  readonly seq: number;
  readonly kind: "changed" | "removed" | "misplaced" | "rewritten" | "cut-off" | "forged-checkpoint" | "unreadable";
  readonly detail: string;
}

export interface AuditReport {
  readonly ok: boolean;
  readonly length: number;
  readonly head: string | null;
  /** The first ones, at most a hundred. */
  readonly findings: readonly AuditFinding[];
  /** How many there are besides; left out where there are none. */
  readonly moreFindings?: number;
  /** Up to where checkpoints of ours vouch for the log, if there are no findings; 0 for nowhere. */
  readonly vouchedFor: number;
  /** Checkpoints of keys that are not at hand, which prove nothing here. */
  readonly ofOtherKeys: number;
  /** Places of intents without an outcome: a process ended in between, or the work still goes on. The last hundred. */
  readonly open: readonly number[];
}
