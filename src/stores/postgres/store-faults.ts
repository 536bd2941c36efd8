import { Fault, type FaultCode } from "../../base/fault.ts";
import type { ServerError } from "./server-error.ts";

const what = "the state database (PostgreSQL)";

/** When a call failed: a transaction that was being committed may or may not be kept. */
export type Phase = "connecting" | "working" | "committing";

/** The one fault of a damaged store. */
export function damaged(detail: string): Fault {
  return new Fault(
    "store-damaged",
    `${what} is damaged: ${detail}. Nothing was changed; restore the database from a backup`,
  );
}

/** The fault that callers know; never says where the database is or who we are there. */
export function storeFault(error: ServerError, phase: Phase): Fault {
  const { code, isLost } = error;
  if (phase === "committing" && isLost) {
    return fault(
      "store-failed",
      `the connection to ${what} was lost${sign(code)}. What was just written may or may not be kept; the next run finds out`,
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
  if (phase === "connecting") return ["store-failed", `${what} can't be reached`];
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
  "55P03": ["store-busy", `somebody else keeps a row of ${what} locked; try again`],
  "57014": ["store-busy", `${what} took too long to answer; try again`],
  "57P03": ["store-failed", `${what} is starting up or shutting down; try again`],
  "58": ["store-failed", `the disk of ${what} failed`],
  XX: ["store-damaged", `${what} is damaged: its pages disagree. Nothing was changed; restore it from a backup`],
  ECONNREFUSED: ["store-failed", `nobody answers where ${what} should be`],
  ENOENT: ["store-failed", `nobody answers where ${what} should be`],
  ENOTFOUND: ["store-failed", `the name server does not know the host of ${what}`],
  ERR_INVALID_URL: ["store-failed", `the address of ${what} can't be read`],
};

function reasonOf(code: string): readonly [FaultCode, string] | undefined {
  return reasons[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? reasons[code.slice(0, 2)] : undefined);
}
