import type { Outcome } from "../../../contract/call.ts";
import { beginsOperation } from "../../../contract/operation.ts";
import type { HandledOperation } from "../handler.ts";

/** An answer as it is kept under the key of its call: as HTTP has it. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body lacks its longest members: the handler gives them again. */
  readonly isShortened?: true;
}

/** Characters of an answer that is kept as it is, where it can be made again by the address that it names. */
const longestKept = 64 * 1024;

/** What is kept of an answer: not what is shown once, and nothing of one that tells of an operation under way. */
export function keptOf(outcome: Outcome, operation: HandledOperation): KeptAnswer | null {
  const { shownOnce = [], again } = operation;
  if (outcome.status === 202 && beginsOperation(operation)) return null;
  const { document } = outcome;
  const kept = keptWith(outcome, document);
  if (again !== undefined && outcome.status === 201 && kept.body.length > longestKept) return shortened(kept);
  if (shownOnce.length === 0 || document === undefined) return kept;
  const members = Object.entries(document as object).filter(([name]) => !shownOnce.includes(name));
  return keptWith(outcome, Object.fromEntries(members));
}

function keptWith({ status, headers, etag, location }: Outcome, document: unknown): KeptAnswer {
  const kept = {
    ...(document === undefined ? {} : { "content-type": "application/json" }),
    ...(etag === undefined ? {} : { etag: `"${etag}"` }),
    ...(location === undefined ? {} : { location }),
    ...headers,
  };
  return { status, headers: kept, body: document === undefined ? "" : JSON.stringify(document) };
}

/** The answer that was kept; `missing`: members of its document that were not. */
export function outcomeOf({ status, headers, body }: KeptAnswer, missing: object = {}): Outcome {
  const { "content-type": _, etag, location, ...others } = headers;
  return {
    status,
    ...(body === "" ? {} : { document: { ...missing, ...(JSON.parse(body) as object) } }),
    ...(etag === undefined ? {} : { etag: etag.slice(1, -1) }),
    ...(location === undefined ? {} : { location }),
    headers: { ...others, "idempotency-replayed": "true" },
  };
}

/** An answer without its longest members, so that it is short enough to be kept. */
function shortened(answer: KeptAnswer): KeptAnswer {
  const members = Object.entries(JSON.parse(answer.body) as object)
    .map(([name, member]) => ({ name, member, length: JSON.stringify(member).length }))
    .sort((one, other) => one.length - other.length);
  let length = 0;
  const short = members.filter((each) => {
    length += each.length;
    return length <= longestKept;
  });
  const body = JSON.stringify(Object.fromEntries(short.map(({ name, member }) => [name, member])));
  return { ...answer, body, isShortened: true };
}
