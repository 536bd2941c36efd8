import type { AuditFinding, AuditReport } from "../../doors/api/access-documents.ts";
import type { Register } from "../../engine/ports/register.ts";
import { type ChainHead, emptyChain, headAfter, isIntact } from "./audit-chain.ts";
import { auditEntryOf } from "./audit-entry.ts";
import { auditLog } from "./chain-writer.ts";
import { type Checkpoint, type CheckpointKey, isSigned } from "./checkpoint.ts";

const pageLength = 1000;
const mostFindings = 100;

/**
 * Reads the whole log, and holds every record against its neighbours and every checkpoint against the record it names.
 * `written` is the end of the log as this process wrote it: it vouches for what came since the last checkpoint.
 */
export async function verifyChain(
  register: Register,
  checkpoints: readonly Checkpoint[],
  key: CheckpointKey | null,
  written: ChainHead,
): Promise<AuditReport> {
  const findings: AuditFinding[] = [];
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
  for (;;) {
    const page = await register.readLog(auditLog, head.length, pageLength);
    for (const { index, entry } of page) {
      findings.push(...faultsOf(entry, index, head));
      noteOpen(entry, index, open);
      head = headAfter(entry, index);
      const other = wanted.get(index)?.find(({ digest }) => digest !== head.digest);
      if (other !== undefined)
        findings.push(finding(index, "rewritten", `up to here the log was another ${other.when}`));
    }
    if (page.length < pageLength) break;
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
    vouchedFor: Math.max(0, ...signed.map(({ length }) => length)),
    ofOtherKeys: checkpoints.length - own.length,
    open: [...open].slice(-mostFindings),
  };
}

function faultsOf(document: Parameters<typeof headAfter>[0], index: number, head: ChainHead): readonly AuditFinding[] {
  const entry = auditEntryOf(document);
  if (entry === null || !isIntact(document)) return [finding(index, "changed", "the record is not as it was written")];
  if (index !== head.length + 1)
    return [finding(index, "removed", `there is nothing between ${head.length} and ${index}`)];
  if (entry.seq !== index) return [finding(index, "misplaced", `this is the record that was written at ${entry.seq}`)];
  if (entry.previous !== head.digest)
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
