import { Fault } from "../../../packages/base/fault.ts";
import { hasErrors, type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { Asked } from "../../contract/api.ts";
import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { RunSummary } from "../../contract/documents/runs/run-events.ts";
import type { RunRequest } from "../../contract/documents/runs/runs.ts";
import type { Invocation } from "../command.ts";
import { problemsBeside } from "../rendering/plan/render-plan.ts";
import type { Sources } from "../rendering/render-problems.ts";
import { renderOutputs } from "../rendering/render-run-end.ts";
import { exitCodeOfProblems, exitCodes } from "../reports/exit-code.ts";
import { documentOfFault } from "../reports/failure-document.ts";
import { writeProblems } from "../reports/report.ts";
import { writeLines } from "../terminal.ts";
import { askChanged, withoutConfigOf } from "./ask-plan.ts";
import { Patience } from "./busy-stack.ts";
import { confirmedWithDetails } from "./confirm.ts";
import { dropAllOfIn } from "./drop-all-of-option.ts";
import { findRun, findToUndo } from "./find-run.ts";
import { startAndFollow } from "./follow-run.ts";
import { emptySummary, printLine, reportRunFailure, reportRunMistake, unbegunSummary } from "./run-lines.ts";
import { selectionIn } from "./selection-options.ts";
import { findPlan, hasChanges, shortDigest, wholePlan } from "./whole-plan.ts";
import { writePlan } from "./write-plan.ts";

type PlanRequest = Asked<"createPlan">["body"];

/** The rounds of one command, as far as they have come. */
export interface Rounds {
  /** The digest of the plan that was approved last. */
  after: string | undefined;
}

/** Plans, shows the plan, asks unless `--yes`, and runs it. */
export async function applyNewPlan(
  invocation: Invocation,
  kind: "apply" | "destroy",
  declaration: DeclarationText | undefined,
  sources: Sources,
  rounds: Rounds = { after: undefined },
): Promise<number> {
  const { after } = rounds;
  const asked = {
    refresh: true,
    ...(declaration === undefined ? {} : { declaration }),
    ...dropAllOfIn(invocation),
    ...selectionIn(invocation),
  };
  const round = after === undefined ? {} : { round: { after } };
  const body: PlanRequest =
    kind === "apply"
      ? { kind, newStack: true, ...round, ...withoutConfigOf(invocation), ...asked }
      : { kind, ...asked };
  return await planAndRun(invocation, body, sources, rounds);
}

/**
 * Plans the inverse of a run, named by its id or the id's unique beginning, and shows, asks and runs it likewise.
 * Without a name nothing is undone: it is said which run would be meant.
 */
export async function applyUndo(invocation: Invocation, reference: string | undefined): Promise<number> {
  return await withFaultsShown(invocation, new Map(), async () => {
    const found = await findToUndo(invocation, reference);
    if (found.kind === "failure") return reportRunFailure(invocation, found.document, new Map());
    if (found.kind === "mistake") return reportRunMistake(invocation, found.mistake);
    const undo: PlanRequest = { kind: "undo", run: found.id, ...dropAllOfIn(invocation) };
    return await planAndRun(invocation, undo, new Map());
  });
}

/** Takes a run that broke off up again, with the plan that was approved for it. */
export async function resumeRun(invocation: Invocation, reference: string): Promise<number> {
  const { stack } = invocation.settings;
  const sources: Sources = new Map();
  const patience = Patience.of(invocation);
  if (!patience.ok) return reportRunMistake(invocation, patience.error);
  return await withFaultsShown(invocation, sources, async () => {
    const found = await findRun(invocation, reference);
    if (found.kind === "failure") return reportRunFailure(invocation, found.document, sources);
    if (found.kind === "mistake") return reportRunMistake(invocation, found.mistake);
    const { run, plan } = found.row;
    const answer = await wholePlan(invocation.api, { stack, digest: plan });
    if (!answer.ok) return reportRunFailure(invocation, answer.error, sources);
    const body = paceIn(invocation);
    const resume = () => invocation.api.start("resumeRun", { path: { stack, run }, body });
    const isAgain = ({ status, problems }: RunSummary) => status === "refused" && patience.value.lasts(problems);
    for (;;) {
      const end = await startAndFollow(invocation, answer.value, resume, sources, isAgain, patience.value);
      if (typeof end === "number") return end;
      await patience.value.waits(end.problems);
    }
  });
}

type RunPaceBody = Pick<RunRequest, "parallel" | "retryForMs">;

/** As `--parallel` and `--retry-for` say. */
function paceIn({ settings: { parallel, retryForMs } }: Invocation): RunPaceBody {
  return { ...(parallel === undefined ? {} : { parallel }), ...(retryForMs === undefined ? {} : { retryForMs }) };
}

async function planAndRun(
  invocation: Invocation,
  body: PlanRequest,
  sources: Sources,
  rounds: Rounds = { after: undefined },
): Promise<number> {
  const { stack } = invocation.settings;
  const isLater = rounds.after !== undefined;
  const patience = Patience.of(invocation);
  if (!patience.ok) return reportRunMistake(invocation, patience.error);
  return await withFaultsShown(invocation, sources, async () => {
    for (let tries = 1; ; tries += 1) {
      const ask = (asked: PlanRequest) => invocation.api.call("createPlan", { path: { stack }, body: asked });
      const answer = await patience.value.whenFree(() => askChanged(invocation, { ...body, forRun: true }, ask));
      if (!answer.ok) return reportRunFailure(invocation, answer.error, sources);
      const isYes = invocation.arguments.flags.has("yes");
      const beyond = isLater ? beyondIn(answer.value) : undefined;
      if (isYes && beyond !== undefined && beyond.length > 0) return stopBefore(invocation, answer.value, beyond);
      const approved = isYes || beyond?.length === 0;
      rounds.after = answer.value.digest;
      // The plan that another run overtook was not shown yet, so the next one is as good.
      const isAgain = (problems: readonly Problem[]) =>
        patience.value.lasts(problems) || (approved && tries < mostTries && isOvertaken(problems));
      const end = await showAndRun(invocation, answer.value, sources, approved, isAgain);
      if (typeof end === "number") return end;
      await patience.value.waits(end.problems);
    }
  });
}

/** So often a plan is made that is not reviewed before it is run. */
const mostTries = 4;

/** Whether a plan was refused because another run came between, before anything was done. */
function isOvertaken(problems: readonly Problem[]): boolean {
  return problems.length > 0 && problems.every(({ code, address }) => code === "stale-plan" && address === undefined);
}

/** What of a later round needs an approval of its own. */
function beyondIn({ round, digest }: PlanView): readonly Problem[] {
  return round?.beyond ?? [problem("approval-needed", `review and run plan ${digest}`)];
}

/** A plan that goes beyond what was approved is shown, and left to be run by itself. */
function stopBefore(invocation: Invocation, plan: PlanView, problems: readonly Problem[]): number {
  writePlan(invocation, plan, { label: shortDigest(plan.digest) }, [], new Map());
  printLine(invocation, unbegunSummary("stopped", { problems }));
  writeProblems(invocation, problems, new Map());
  return exitCodes.refused;
}

/** Runs a plan made and reviewed earlier; naming it is the approval. */
export async function applySavedPlan(invocation: Invocation, reference: string): Promise<number> {
  const sources: Sources = new Map();
  const patience = Patience.of(invocation);
  if (!patience.ok) return reportRunMistake(invocation, patience.error);
  return await withFaultsShown(invocation, sources, async () => {
    const found = await findPlan(invocation, reference);
    if (!found.ok) return reportRunFailure(invocation, found.error, sources);
    for (;;) {
      const isAgain = (problems: readonly Problem[]) => patience.value.lasts(problems);
      const end = await showAndRun(invocation, found.value, sources, true, isAgain);
      if (typeof end === "number") return end;
      await patience.value.waits(end.problems);
    }
  });
}

async function withFaultsShown(invocation: Invocation, sources: Sources, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    return reportRunFailure(invocation, documentOfFault(cause), sources);
  }
}

/**
 * On a terminal that cuts, an approved plan is shown in brief: what is made, and each change. Gives the exit code, or
 * the summary of a run that was refused so that it is worth while to try again.
 */
async function showAndRun(
  invocation: Invocation,
  plan: PlanView,
  sources: Sources,
  approved: boolean,
  isAgain: (problems: readonly Problem[]) => boolean,
): Promise<number | RunSummary> {
  const { people } = invocation;
  const changes = hasChanges(plan);
  const isAsked = approved || !changes || invocation.context.stdin.isTTY;
  const isToRun = !hasErrors(plan.problems) && (changes || recordsOnly(plan)) && plan.readOnly !== true && isAsked;
  if (plan.makesStack === true && isToRun) people.write(`There is no stack ${plan.stack} yet: this makes it.\n`);
  const style = { label: shortDigest(plan.digest), brief: approved && !people.whole };
  const isFolded = writePlan(invocation, plan, style, problemsBeside(plan), sources);
  if (hasErrors(plan.problems)) {
    printLine(invocation, unbegunSummary("refused", { problems: plan.problems }));
    invocation.diagnostics.write("The plan is blocked; nothing was changed.\n");
    return exitCodeOfProblems(plan.problems);
  }
  if (!changes && !recordsOnly(plan)) return await nothingToDo(invocation, plan);
  if (plan.readOnly === true) return readOnlyRefused(invocation);
  const tellDetails = () => {
    const whole = { ...invocation, people: { ...people, whole: true } };
    writePlan(whole, plan, { label: shortDigest(plan.digest) }, problemsBeside(plan), sources);
  };
  const isEmptying = plan.removesAll === true && !invocation.arguments.flags.has("allow-empty");
  const settled = isEmptying
    ? await emptyingRefused(invocation, plan)
    : await approvalRefused(invocation, plan, approved || !changes, isFolded ? tellDetails : undefined);
  if (settled !== null) return settled;
  const body = {
    plan: plan.digest,
    ...paceIn(invocation),
    ...(plan.removesAll === true ? { allowEmpty: true } : {}),
  };
  const start = async () => {
    const started = await invocation.api.start("startRun", { path: { stack: plan.stack }, body });
    // The plan was shown before.
    if (started.ok) people.write("\n");
    return started;
  };
  const isPassedOver = ({ status, problems }: RunSummary) => status === "refused" && isAgain(problems);
  return await startAndFollow(invocation, plan, start, sources, isPassedOver);
}

/**
 * Whether a plan without changes is worth a run: new options, dependencies, project or sources of config are recorded,
 * and that a restored stack was looked at.
 */
function recordsOnly({ records = [], notesContext = false, restored = false }: PlanView): boolean {
  return records.length > 0 || notesContext || restored;
}

/** There is no question about a plan whose run can't begin. */
function readOnlyRefused(invocation: Invocation): number {
  const problems = [
    problem("read-only", "the plan was made in the read-only mode, so no run begins; nothing was changed"),
  ];
  printLine(invocation, unbegunSummary("refused", { problems }));
  writeProblems(invocation, problems, new Map());
  return exitCodes.refused;
}

/** Asks for the stack's name before all that it manages is deleted; the exit code where that is refused. */
async function emptyingRefused(invocation: Invocation, { stack }: PlanView): Promise<number | null> {
  const { context } = invocation;
  if (context.stdin.isTTY && !invocation.arguments.flags.has("yes")) {
    const question = `This deletes everything that stack ${stack} manages. Type its name to go on: `;
    const typed = await context.stdin.ask(question);
    return typed.trim() === stack ? null : declined(invocation);
  }
  const detail = `the plan deletes everything that stack \`${stack}\` manages; \`--allow-empty\` says that it is meant`;
  const problems = [problem("deletes-all", detail)];
  printLine(invocation, unbegunSummary("refused", { problems }));
  writeProblems(invocation, problems, new Map());
  return exitCodes.refused;
}

/** Asks whether a plan is to be carried out; the exit code where it is not. */
async function approvalRefused(
  invocation: Invocation,
  { kind }: PlanView,
  approved: boolean,
  tellDetails: (() => void) | undefined,
): Promise<number | null> {
  // New dependencies are recorded without asking: no object is touched, and no option changes.
  if (!approved) {
    if (!invocation.context.stdin.isTTY) {
      const detail = "There is no terminal to ask on, and --yes is not given; nothing was changed.";
      const saved = "Add --yes, or run a reviewed plan with `plumb up --plan FILE`.";
      return reportRunMistake(invocation, {
        detail,
        hint: kind === "apply" ? saved : "Read the plan above, and add --yes to carry out what is planned then.",
      });
    }
    if (!(await confirmedWithDetails(invocation, "Apply these changes?", tellDetails))) return declined(invocation);
  }
  return null;
}

function declined(invocation: Invocation): number {
  invocation.people.write("Nothing was changed.\n");
  printLine(invocation, unbegunSummary("cancelled", {}));
  return exitCodes.cancelled;
}

async function nothingToDo(invocation: Invocation, plan: PlanView): Promise<number> {
  const answer = await invocation.api.call("getStackOutputs", { path: { stack: plan.stack } });
  const outputs = answer.ok ? answer.value.outputs : {};
  printLine(invocation, emptySummary(plan, outputs));
  writeLines(invocation.people, renderOutputs(outputs, invocation.people));
  return exitCodes.done;
}
