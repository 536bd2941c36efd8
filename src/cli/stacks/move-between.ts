import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { StackContent } from "../../contract/documents/transfers.ts";
import type { ApiClient } from "../connection/api-client.ts";
import { failureDocument } from "../reports/failure-document.ts";

/** One end of a move. */
export interface End {
  readonly api: ApiClient;
  /** The address of a server, or a state directory, as people are told. */
  readonly place: string;
}

/** Why a move is not over, and who owns the stack by then. */
export interface Unfinished {
  readonly problem: ProblemDocument;
  /** `untouched`: nothing has begun. */
  readonly owner: "untouched" | "source" | "target";
  /** The target does not show whether the move is over. */
  readonly mayBeOver?: true;
}

/** A move that is over. */
export interface Moved {
  /** It was over before, and this caller may not end one: there is nothing left to be done. */
  readonly wasOver: boolean;
}

/**
 * Moves a stack from one store to another, or goes on with a move wherever it broke off. Each request has the same
 * effect when it is sent again, and of the two ends at most one owns the stack whenever this ends (decision 0123).
 * Throws a Fault `cancelled` between two requests once the user asks to stop.
 */
export async function moveBetween(stack: string, source: End, target: End): Promise<Result<Moved, Unfinished>> {
  const path = { stack };
  const [to, from] = [target.place, source.place];
  const looked = await source.api.call("beginDeparture", { path, body: { to, dryRun: true } });
  if (!looked.ok) return err({ problem: looked.error, owner: "untouched" });
  const known = looked.value;
  if (known.phase === "moved") return ended(known.move ?? "", stack, source, target);
  const coming = contentOf(known.content);
  if (!coming.ok) return err({ problem: coming.error, owner: "untouched" });
  const expected = await target.api.call("beginArrival", { path, body: { from, content: coming.value, dryRun: true } });
  if (!expected.ok) {
    const owner = known.phase === "leaving" ? "source" : "untouched";
    return err({ problem: tooOld(expected.error, to), owner });
  }
  const left = await source.api.call("beginDeparture", { path, body: { to } });
  if (!left.ok) return err({ problem: left.error, owner: "source" });
  const content = contentOf(left.value.content);
  if (!content.ok) return err({ problem: content.error, owner: "source" });
  const arriving = await target.api.call("beginArrival", { path, body: { from, content: content.value } });
  if (!arriving.ok) return err({ problem: arriving.error, owner: "source" });
  return ended(content.value.move ?? "", stack, source, target);
}

/** The point of no return, and what comes after it. */
async function ended(move: string, stack: string, source: End, target: End): Promise<Result<Moved, Unfinished>> {
  const path = { stack };
  const given = await source.api.call("endDeparture", { path, body: { move } });
  if (!given.ok) return err({ problem: given.error, owner: "source" });
  const taken = await target.api.call("endArrival", { path, body: given.value });
  if (taken.ok) return ok({ wasOver: false });
  const standing = await target.api.call("getStack", { path });
  const transfer = standing.ok ? standing.value.transfer : undefined;
  if (transfer?.phase === "arriving") return err({ problem: taken.error, owner: "target" });
  // Only a refusal for want of rights says nothing of the move itself.
  const isOver = taken.error.status === 403 && standing.ok && transfer === undefined;
  return isOver ? ok({ wasOver: true }) : err({ problem: taken.error, owner: "target", mayBeOver: true });
}

/** Keeps a stack where it is that was about to leave; gives where it was to go, null where it was to go nowhere. */
export async function callOff(stack: string, { api }: End): Promise<Result<CalledOff | null, ProblemDocument>> {
  const path = { stack };
  const known = await api.call("getDeparture", { path });
  if (!known.ok) return known;
  const stays = await api.call("cancelDeparture", { path });
  if (!stays.ok) return stays;
  const { to, move } = known.value;
  return ok(to === null || move === null ? null : { to, move });
}

/** A move that was called off. */
interface CalledOff {
  readonly to: string;
  readonly move: string;
}

function contentOf(content: StackContent | undefined): Result<StackContent, ProblemDocument> {
  if (content !== undefined) return ok(content);
  const detail = "The server does not say what goes along with the stack.";
  return err(withoutAnswer(detail));
}

/** What to say of a server whose answer lacks something. */
export function withoutAnswer(detail: string): ProblemDocument {
  return failureDocument({ status: 502, code: "unexpected-answer", title: "the answer can't be understood", detail });
}

/** A server that knows no arrivals answers as if there were no such thing. */
function tooOld(problem: ProblemDocument, place: string): ProblemDocument {
  if (problem.status !== 404 || problem.problems.length > 0) return problem;
  const detail =
    `${place} takes no stack in: it is of a version before 0.2, or you have no role there ` +
    "that may make stacks of this project.";
  return { ...problem, detail };
}
