import type { AuditFinding, AuditReport } from "../../contract/documents/audit.ts";
import type { DocumentStore } from "../../engine/ports/document-store.ts";
import { type ChainHead, emptyChain, headAfter, isIntact } from "./audit-chain.ts";
import { auditEntryOf } from "./audit-entry.ts";
import { auditLog } from "./chain-writer.ts";
import { type Checkpoint, type CheckpointKey, isSigned } from "./checkpoint.ts";
import { readThrough } from "./read-through.ts";

const mostFindings = 100;

/**
 * Reads the whole log, and holds every record against its neighbours and every checkpoint against the record it names.
 * `unreadCheckpoints`: how many the store can't give. `written` is the end of the log as this process wrote it: it
 * vouches for what came since the last checkpoint.
 */
export async function verifyChain(
  documentStore: DocumentStore,
  checkpoints: readonly Checkpoint[],
  key: CheckpointKey | null,
  written: ChainHead,
  unreadCheckpoints = 0,
): Promise<AuditReport> {
  const findings: AuditFinding[] = [];
  if (unreadCheckpoints > 0)
    findings.push(finding(0, "forged-checkpoint", `the store can't give ${unreadCheckpoints} of the checkpoints`));
  const own = checkpoints.filter((each) => each.key === key?.id);
  const signed = own.filter((each) => key !== null && isSigned(each, key));
  for (const each of own.filter((one) => !signed.includes(one)))
    findings.push(finding(each.length, "forged-checkpoint", `the checkpoint of ${each.at} was changed`));
  const stood = [
    ...signed.map(({ length, digest, at }) => ({ length, digest, when: `when it was signed at ${at}` })),
    ...(written.length === 0 ? [] : [{ ...written, when: "when this process last wrote to it" }]),
  ];
  const wanted = Map.groupBy(stood, ({ length }) => length);
  const open = new Set<number>();
  let head: ChainHead = emptyChain;
  /** The record before can't be read, so that what follows can't be held against it. */
  let isBehindBreak = false;
  for await (const place of readThrough(documentStore, auditLog)) {
    const { index } = place;
    if (place.kind === "unreadable") {
      findings.push(finding(index, "unreadable", unreadable));
      head = { length: index, digest: null };
      isBehindBreak = true;
      continue;
    }
    const { entry } = place;
    findings.push(...faultsOf(entry, index, isBehindBreak ? null : head));
    isBehindBreak = false;
    noteOpen(entry, index, open);
    head = headAfter(entry, index);
    const other = wanted.get(index)?.find(({ digest }) => digest !== head.digest);
    if (other !== undefined) findings.push(finding(index, "rewritten", `up to here the log was another ${other.when}`));
  }
  const longest = stood.toSorted((a, b) => b.length - a.length)[0];
  if (longest !== undefined && longest.length > head.length) {
    const detail = `the log had ${longest.length} records ${longest.when}, and has ${head.length} now`;
    findings.push(finding(head.length + 1, "cut-off", detail));
  }
  return {
    ok: findings.length === 0,
    length: head.length,
    head: head.digest,
    findings: findings.slice(0, mostFindings),
    ...(findings.length > mostFindings ? { moreFindings: findings.length - mostFindings } : {}),
    vouchedFor: Math.max(0, ...signed.map(({ length }) => length)),
    ofOtherKeys: checkpoints.length - own.length,
    open: [...open].slice(-mostFindings),
  };
}

const unreadable = "the record was changed beside the service, or is missing, so that the store can't give it";

/** `head`: null behind a record that can't be read. */
function faultsOf(
  document: Parameters<typeof headAfter>[0],
  index: number,
  head: ChainHead | null,
): readonly AuditFinding[] {
  const entry = auditEntryOf(document);
  if (entry === null || !isIntact(document)) return [finding(index, "changed", "the record is not as it was written")];
  if (head !== null && index !== head.length + 1)
    return [finding(index, "removed", `there is nothing between ${head.length} and ${index}`)];
  if (entry.seq !== index) return [finding(index, "misplaced", `this is the record that was written at ${entry.seq}`)];
  if (head !== null && entry.previous !== head.digest)
    return [finding(index, "misplaced", "the record before is not the one that this one was written after")];
  return [];
}

function noteOpen(document: Parameters<typeof headAfter>[0], index: number, open: Set<number>): void {
  const entry = auditEntryOf(document);
  if (entry?.kind === "intent") open.add(index);
  if (entry?.kind === "outcome") open.delete(entry.of);
}

function finding(seq: number, kind: AuditFinding["kind"], detail: string): AuditFinding {
  return { seq, kind, detail };
}
