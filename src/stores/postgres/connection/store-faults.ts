import { Fault, type FaultCode } from "../../../../packages/base/fault.ts";
import type { ServerError } from "./server-error.ts";

const what = "the state database (PostgreSQL)";

/** When a call failed: a transaction that was being committed may or may not be kept. */
export type Phase = "connecting" | "working" | "committing";

/** The one fault of a damaged store; `what` is damaged, as a part of a sentence. */
export class Damaged extends Fault {
  readonly what: string;
  constructor(detail: string) {
    super("store-damaged", `${what} is damaged: ${detail}. Nothing was changed; restore the database from a backup`);
    this.what = detail;
  }
}

export function damaged(detail: string): Damaged {
  return new Damaged(detail);
}

/** The fault that callers know; never says where the database is or who we are there. */
export function storeFault(error: ServerError, phase: Phase): Fault {
  const { code, isLost, silentMs } = error;
  if (silentMs !== null) {
    const since = `${what} does not answer since ${Math.max(1, Math.round(silentMs / 1000))} s, and was given up`;
    const kept = "What was just written may or may not be kept; the next run finds out";
    return fault("store-failed", phase === "committing" ? `${since}. ${kept}` : `${since}; nothing was written`);
  }
  if (phase === "committing" && isLost) {
    return fault(
      "store-failed",
      `the connection to ${what} was lost${sign(code)}. What was just written may or may not be kept; ` +
        "the next run finds out",
    );
  }
  const [faultCode, text] = reasonOf(code) ?? defaultReason(error, phase);
  return fault(faultCode, `${text}${sign(code)}`);
}

function fault(code: FaultCode, message: string): Fault {
  return new Fault(code, message);
}

function sign(code: string): string {
  return code === "" ? "" : ` (${code})`;
}

function defaultReason({ isLost }: ServerError, phase: Phase): readonly [FaultCode, string] {
  if (phase === "connecting") {
    return ["store-failed", `${what} can't be reached, or does not offer the checked connection (TLS) it is asked for`];
  }
  return isLost
    ? ["store-failed", `the connection to ${what} was lost; nothing was written`]
    : ["store-failed", `${what} failed; nothing was written`];
}

/** By SQLSTATE, whole or its class (PostgreSQL documentation, Appendix A), or by the system's error code. */
const reasons: Readonly<Record<string, readonly [FaultCode, string]>> = {
  "22": ["store-failed", `${what} can't hold a character of what was to be written; nothing was written`],
  "25006": ["store-failed", `${what} is read-only: it may be a standby of another one`],
  "28": ["store-failed", `${what} refused the name or the password it was given`],
  "3D000": ["store-failed", "there is no database of that name for the state"],
  "40": ["store-busy", `others write to the same rows of ${what} all the time; try again`],
  "42501": ["store-failed", `${what} does not give us the rights we need`],
  "42": ["store-damaged", `${what} is damaged: its tables are not ours. Nothing was changed`],
  "53100": ["store-failed", `the disk of ${what} is full; make room and run again`],
  "53300": ["store-failed", `${what} has no connection left for us`],
  "53": ["store-failed", `${what} is short of memory or disk`],
  "55P03": ["store-busy", `another process keeps a row of ${what} locked; try again`],
  "57014": ["store-busy", `${what} took too long to answer; try again`],
  "57P03": ["store-failed", `${what} is starting up or shutting down; try again`],
  "58": ["store-failed", `the disk of ${what} failed`],
  XX: ["store-damaged", `${what} is damaged: its pages disagree. Nothing was changed; restore it from a backup`],
  ECONNREFUSED: ["store-failed", `no server answers where ${what} should be`],
  ENOENT: ["store-failed", `no server answers where ${what} should be`],
  ENOTFOUND: ["store-failed", `the name server does not know the host of ${what}`],
  ...untrusted([
    "CERT_HAS_EXPIRED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  ]),
  ERR_INVALID_URL: ["store-failed", `the address of ${what} can't be read`],
};

/** Reasons of TLS (Node.js documentation, "X509 certificate error codes"). */
function untrusted(codes: readonly string[]): Readonly<Record<string, readonly [FaultCode, string]>> {
  const text = `the certificate of ${what} is not one that we may trust, or not of that host`;
  return Object.fromEntries(codes.map((code) => [code, ["store-failed", text] as const]));
}

function reasonOf(code: string): readonly [FaultCode, string] | undefined {
  return reasons[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? reasons[code.slice(0, 2)] : undefined);
}
