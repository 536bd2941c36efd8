import { registerCommand } from "../../../packages/base/register-command.ts";
import type { ProviderInstance, Target } from "./driver.ts";
import type { Refusal } from "./outcome.ts";

/** `unknown`: it can't be told from here, which is no failure. */
export type FindingStatus = "pass" | "fail" | "unknown";

/** One thing that was looked at before anything is changed. Texts are for people and hold no secret. */
export interface Finding {
  /** What was looked at: one constant word, or the type and id of an object. */
  readonly check: string;
  readonly status: FindingStatus;
  /** What was found. */
  readonly detail: string;
  /** What to do; null where nothing is to be done. */
  readonly remedy: string | null;
  /** The right that is missing, by the vendor's name; null where none is, or the answer does not name it. */
  readonly permission: string | null;
  /** The platform's name of what has to be registered, or switched on, before; null where nothing has. */
  readonly registers: string | null;
}

/** What one provider is examined with. */
export interface Examination {
  readonly provider: ProviderInstance;
  /** The objects that are declared through it, as far as their names are known. */
  readonly targets: readonly Target[];
  /** What is declared through it, look-ups as well, also where no object of it could be named. */
  readonly types: readonly { readonly type: string; readonly apiVersion: string }[];
  /** The tenant that the credential says it is of; null where it does not say. */
  readonly tenant: string | null;
}

/** What of a vendor can be looked at beyond single objects. */
export interface VendorDoctor {
  readonly kind: string;
  /** Sends reads only. Never throws for what a platform answered: that is a finding. */
  examine(examination: Examination, signal?: AbortSignal): Promise<readonly Finding[]>;
  /**
   * Asks the platform to register what a finding of this provider's names; it goes on in the background. A write. Null:
   * it was asked; else why not. A finding may have the name from an answer: it is registered only where it is of what
   * the registration knows itself. Left out: nothing of this vendor has to be registered.
   */
  register?(registration: Registration): Promise<Finding | null>;
}

/** What is to be registered, and what is known of it without any answer of a platform. */
export interface Registration {
  readonly provider: ProviderInstance;
  /** As the finding says. */
  readonly name: string;
  /** The objects that are declared through the provider. */
  readonly targets: readonly Target[];
  /** What the credential names as paying for its calls; null where it names nothing. */
  readonly payer: string | null;
}

export function passed(check: string, detail: string): Finding {
  return { check, status: "pass", detail, remedy: null, permission: null, registers: null };
}

export function failed(
  check: string,
  detail: string,
  remedy: string,
  { permission = null, registers = null }: Partial<Pick<Finding, "permission" | "registers">> = {},
): Finding {
  return { check, status: "fail", detail, remedy, permission, registers };
}

export function undetermined(check: string, detail: string, remedy: string | null = null): Finding {
  return { check, status: "unknown", detail, remedy, permission: null, registers: null };
}

/** What to do about a refusal, by what is missing. */
export interface Remedies {
  /** A right. */
  readonly right: string;
  /** A credential that is valid; left out: give one. */
  readonly credential?: string;
  /** Something else; left out: see what the platform says. */
  readonly other?: string;
}

const giveCredential = "give a credential that is valid for this vendor (docs/access.md tells the places)";
export const seeAndLookAgain = "see what the platform says, and look again";

/** A read that the platform refused: what it may answer later is not known now. */
export function refusedFinding(check: string, refusal: Refusal, remedies: Remedies): Finding {
  const { kind, detail } = refusal;
  if (kind === "throttled") return undetermined(check, detail, "ask again later");
  if (kind === "unavailable" || kind === "unknown")
    return undetermined(check, detail, "mend what it names, else ask again later");
  const { right, credential = giveCredential, other = seeAndLookAgain } = remedies;
  if (kind !== "denied") return failed(check, detail, other);
  const register = refusal.registers === undefined ? seeAndLookAgain : `register it: \`${registerCommand}\``;
  const remedy = { credential, "valid-credential": credential, registration: register, none: right }[
    refusal.lacks ?? "none"
  ];
  return failed(check, detail, remedy, refusal);
}
