import { pointer } from "../../../../packages/base/json/pointer.ts";
import { hasErrors, type Problem } from "../../../../packages/base/problems/problem.ts";
import { timeInWords } from "../../../../packages/base/time-in-words.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { StepView } from "../../../contract/documents/plans/steps.ts";
import { hasChanges } from "../../runs/whole-plan.ts";
import type { Screen } from "../../terminal.ts";
import { withFoldCount } from "../difference/with-fold-count.ts";
import { renderDrift } from "../render-drift.ts";
import { renderSettled } from "../render-in-flight.ts";
import { clean, counted, inARow, padTo, textWidth, widest, wrap } from "../text.ts";
import { actionWords, plannedCounts, symbolOf } from "./action-words.ts";
import { fieldLines } from "./render-field.ts";
import { renderPart } from "./render-part.ts";
import { renderRights } from "./render-rights.ts";
import { renderStep, type StepStyle } from "./render-step.ts";
import { keyText } from "./render-value.ts";
import { type StepBlock, stepGroups } from "./step-groups.ts";

export interface PlanStyle {
  /** The plan's short digest, where nothing else names the plan. */
  readonly label?: string;
  /**
   * Leaves out the fields of objects that are created, which the declaration says, and new outputs, which the run
   * tells.
   */
  readonly brief?: boolean;
}

/** So many steps need no titles. */
const mostWithoutTitles = 20;
/** So many steps that take nothing away are shown of many, on a terminal. */
const mostOfSafe = 20;
/** A run with fewer calls is over before anybody has read how long it will take. */
const mostWithoutEstimate = 20;

export const headings = {
  apply: "Plan",
  destroy: "Destroy plan",
  undo: "Undo plan",
  refresh: "Refresh plan",
  import: "Import plan",
} as const;

/** The steps of a plan that people are shown; of a plan without changes only reads that are still to be done. */
function shownSteps(plan: PlanView): readonly StepView[] {
  if (!hasChanges(plan)) return plan.steps.filter((step) => step.action === "read" && step.done !== true);
  const isOtherwise = hasOptionsOf(plan);
  return plan.steps.filter((step) => step.action !== "same" || step.warnings.length > 0 || isOtherwise(step));
}

/** Tells of a step whether options of its resource change. */
function hasOptionsOf({ options = [] }: PlanView): (step: StepView) => boolean {
  const names = new Set(options.map(({ name }) => name));
  return (step) => step.superseded !== true && names.has(step.name);
}

/** The plan's problems without the warnings that `renderPlan` puts under their steps. */
export function problemsBeside(plan: PlanView): readonly Problem[] {
  const said = new Set(shownSteps(plan).flatMap((step) => step.warnings.map((warning) => `${step.name} ${warning}`)));
  const isSaidFirst = (each: Problem) => each.code === "recovered" && (plan.inFlight ?? []).length > 0;
  return plan.problems.filter(
    (each) => each.severity === "error" || !(said.has(`${each.address} ${each.detail}`) || isSaidFirst(each)),
  );
}

/**
 * The plan for people: what changes, field by field, and the counts. Its problems are rendered apart, and stand between
 * the two.
 */
export interface RenderedPlan {
  readonly changes: readonly string[];
  readonly counts: readonly string[];
  /** Something of it is left out to fit the terminal. */
  readonly isFolded: boolean;
}

export function renderPlan(plan: PlanView, terminal: Screen, style: PlanStyle = {}): RenderedPlan {
  const [{ changes, counts, isFolded }, folds] = withFoldCount(terminal, (screen) => planLines(plan, screen, style));
  return { changes, counts: [...counts, ...folds], isFolded: isFolded || folds.length > 0 };
}

function planLines(plan: PlanView, screen: Screen, style: PlanStyle): RenderedPlan {
  const { paint } = screen;
  const { lines: steps, isFolded } = renderSteps(plan, screen, style.brief === true);
  const inFlight = renderSettled(plan.inFlight ?? [], screen);
  const settled = inFlight.length === 0 ? [] : [...inFlight, ""];
  if (!hasChanges(plan))
    return {
      changes: [
        ...settled,
        ...steps,
        ...renderRights(plan.drift ?? [], screen, "past"),
        ...renderMoved(plan, screen),
        ...renderPart(plan, screen),
      ],
      counts: emptyPlan(plan, screen),
      isFolded,
    };
  const label = style.label === undefined ? "" : ` ${style.label}`;
  const changes = [
    ...settled,
    paint("bold", `${headings[plan.kind]}${label} for stack ${clean(plan.stack)}${modeOf(plan)}`),
    "",
    ...steps,
    ...renderRights(plan.steps, screen),
    ...renderRights(plan.drift ?? [], screen, "past"),
    ...renderMoved(plan, screen),
    ...renderDeferred(plan, screen),
    ...renderPart(plan, screen),
    ...renderOutputs(style.brief === true ? plan.outputs.filter(({ old }) => old !== undefined) : plan.outputs, screen),
  ];
  const counts = [countsLine(plan, screen), ...blockedLines(plan, screen), ...estimateLines(plan, screen)];
  return { changes, counts, isFolded };
}

/** What a plan is besides its kind, behind its title. */
export function modeOf({ readOnly, problems }: PlanView): string {
  const modes = [...(readOnly === true ? ["read only"] : []), ...(hasErrors(problems) ? ["blocked"] : [])];
  return modes.length === 0 ? "" : ` (${modes.join(", ")})`;
}

/** Why nothing of a plan will be done, where its counts alone would promise it. */
export function blockedText({ problems }: PlanView): string | undefined {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return undefined;
  const why = errors.map(({ address, summary }) => (address === undefined ? summary : `${clean(address)}: ${summary}`));
  return `The plan is blocked, and nothing of it is done: ${inARow([...new Set(why)], 3)}.`;
}

function blockedLines(plan: PlanView, screen: Screen): readonly string[] {
  const text = blockedText(plan);
  return text === undefined ? [] : wrap(text, screen.width);
}

/** Something is not as declared, and `onDrift` leaves it so. */
function isIgnoredDrift({ problems }: PlanView): boolean {
  return problems.some(({ code }) => code === "drifted");
}

/** It says nothing of some resources. */
function isPart({ left = [], notObserved = [], outside = 0 }: PlanView): boolean {
  return left.length + notObserved.length + outside > 0;
}

function emptyPlan(plan: PlanView, { paint, width }: Screen): readonly string[] {
  if (plan.problems.some((each) => each.severity === "error")) return [];
  const why = {
    apply: asDeclared(plan),
    destroy: "The stack holds nothing to destroy.",
    undo: "There is nothing to undo.",
    refresh: "The records are as the platform is.",
    import: "There is nothing to import.",
  };
  const leftWhy = isIgnoredDrift(plan)
    ? "What drifted is left so."
    : isPart(plan)
      ? "Nothing of what was looked at changes."
      : undefined;
  const records = plan.records ?? [];
  return [
    ...wrap(`No changes. ${leftWhy ?? why[plan.kind]}`, width).map((line) =>
      line.replace(/^No changes\./, (said) => paint("bold", said)),
    ),
    ...(records.length === 0
      ? []
      : [`Only what is recorded of ${records.map(clean).join(", ")} is brought up to date.`]),
  ];
}

/** A plan does not tell whether what `ignoreChanges` names is as declared. */
function asDeclared({ steps }: PlanView): string {
  const names = steps.flatMap(({ name, ignores }) => (ignores === undefined ? [] : [clean(name)]));
  if (names.length === 0) return "The platform is as declared.";
  return `But for what \`ignoreChanges\` leaves as it is (${inARow(names, 3)}), the platform is as declared.`;
}

/** What was read while planning is not to be done any more. */
export function countsLine(plan: PlanView, { paint }: Screen): string {
  const read = plan.steps.filter((step) => step.done === true).length;
  const counts = plannedCounts({ ...plan.summary, read: plan.summary.read - read }, (action) =>
    takingOver.has(action) ? plan.steps.filter((step) => step.action === action && isWritten(step)).length : 0,
  );
  const failing = plan.steps.filter((step) => step.blocked === true).length;
  const isOtherwise = hasOptionsOf(plan);
  const noted = plan.steps.filter((step) => step.action === "same" && isOtherwise(step)).length;
  const options = noted === 0 ? "" : `, ${noted} with other options only`;
  const [removed, back] = [grantsOfOthers(plan, "bindings-lost"), grantsOfOthers(plan, "brought-back")];
  const grants = [
    ...(removed === 0 ? [] : [`, ${counted(removed, "grant")} of others to remove`]),
    ...(back === 0 ? [] : [`, ${counted(back, "grant")} of others to bring back`]),
  ].join("");
  const unchanged = plan.summary.same - noted;
  const aside = [
    ...(failing > 0 ? [`${failing} will fail`] : []),
    ...(read > 0 ? [`${read} read already`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
  ];
  const rest = aside.length === 0 ? "" : paint("dim", ` ${aside.join(", ")}.`);
  return `${paint("bold", "Plan:")} ${counts}${grants}${options}.${rest}`;
}

/** Actions that bring an object under management as it stands, or with changes. */
const takingOver: ReadonlySet<StepView["action"]> = new Set(["import", "adopt", "undelete"]);

function isWritten({ fields, blocked }: StepView): boolean {
  return fields.length > 0 && blocked !== true;
}

/** How many grants of others the steps of a plan take away, or bring back: none of the counts of objects has them. */
function grantsOfOthers({ problems, steps }: PlanView, told: "bindings-lost" | "brought-back"): number {
  const blocked = new Set(steps.flatMap(({ name, blocked }) => (blocked === true ? [name] : [])));
  return problems.filter(({ code, address = "" }) => code === told && !blocked.has(address)).length;
}

/** The changed steps as blocks, each with what becomes of former objects under its name. */
export function stepBlocks(plan: PlanView, screen: Screen, brief = false): readonly StepBlock[] {
  const shown = shownSteps(plan);
  const options = Map.groupBy(plan.options ?? [], ({ name }) => name);
  const standing = new Set(shown.filter((step) => step.superseded !== true).map((step) => step.name));
  const isFolded = (step: StepView): boolean => step.superseded === true && standing.has(step.name);
  const folded = Map.groupBy(shown.filter(isFolded), (step) => step.name);
  const heads = shown.filter((step) => !isFolded(step));
  const style: StepStyle = {
    brief,
    symbolWidth: Math.max(
      1,
      widest(heads, (step) => symbolOf(step).length),
    ),
    nameWidth: Math.min(
      32,
      widest(heads, (step) => textWidth(clean(step.name))),
    ),
  };
  return heads.map((step) => {
    const old = step.superseded === true ? [] : (folded.get(step.name) ?? []);
    const own = step.superseded === true ? [] : (options.get(step.name) ?? []);
    return { step, lines: renderStep(step, old, own, style, screen) };
  });
}

/** The changed steps as lines, in groups where they are many; ends with an empty line when there are any. */
function renderSteps(plan: PlanView, screen: Screen, brief: boolean) {
  const blocks = stepBlocks(plan, screen, brief);
  const areMany = blocks.length > mostWithoutTitles;
  let isFolded = false;
  const lines = stepGroups(blocks, plan).flatMap(({ title, blocks: own, isSafe }) => {
    const told = areMany && isSafe && !screen.whole ? own.slice(0, mostOfSafe) : own;
    const rest = own.slice(told.length);
    isFolded ||= rest.length > 0;
    return [
      ...(areMany ? [screen.paint("bold", `${title}: ${typeCounts(own)}`), ""] : []),
      ...apart(told.map(({ lines }) => lines)),
      ...(rest.length === 0 ? [] : [screen.paint("dim", `… ${typeCounts(rest)} more; --full shows them`), ""]),
    ];
  });
  return { lines, isFolded };
}

/** Blocks with details stand apart; those of a name and an id (such as deletes) stand together. */
function apart(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    const isApart = next === undefined || block.length > 2 || next.length > 2;
    return isApart ? [...block, ""] : block;
  });
}

/** `200 (120 iam:OAuthClient, 80 compute:ReservationIamMember)`; `3 iam:OAuthClient` where they are of one type. */
function typeCounts(blocks: readonly StepBlock[]): string {
  const types = [...Map.groupBy(blocks, ({ step }) => step.type)].toSorted(([, a], [, b]) => b.length - a.length);
  const each = types.map(([type, own]) => `${own.length} ${clean(type)}`).join(", ");
  return types.length === 1 ? each : `${blocks.length} (${each})`;
}

/** What the run will cost, where that is more than a moment. */
function estimateLines({ estimate }: PlanView, { paint }: Screen): readonly string[] {
  const calls = (estimate?.calls ?? []).reduce((sum, each) => sum + each.calls, 0);
  if (estimate === undefined || calls <= mostWithoutEstimate) return [];
  const vendors = estimate.calls.map((each) => `${each.calls} ${clean(each.vendor)}`).join(", ");
  const time = `${timeInWords(estimate.atLeastMs)} if the platforms answer as usual`;
  return [paint("dim", `Estimate: ${counted(calls, "call")} (${vendors}), at least ${time}.`)];
}

/** What moved on the platform and no step puts back: nothing is written because of it, and nothing moves unseen. */
function renderMoved({ drift = [] }: PlanView, screen: Screen): readonly string[] {
  if (drift.length === 0) return [];
  return [
    screen.paint("bold", "Moved on the platform; the records take the new values:"),
    ...renderDrift(drift, { ...screen, width: screen.width - 2 }).map((line) => (line === "" ? line : `  ${line}`)),
  ];
}

/** All that a plan tells beside its steps and rights: what moved, what is planned later or left out, and outputs. */
export function besideSteps(plan: PlanView, screen: Screen): readonly string[] {
  return [
    ...renderMoved(plan, screen),
    ...renderDeferred(plan, screen),
    ...renderPart(plan, screen),
    ...renderOutputs(plan.outputs, screen),
  ];
}

function renderDeferred(plan: PlanView, screen: Screen): readonly string[] {
  if (plan.deferred.length === 0) return [];
  const width = widest(plan.deferred, ({ name }) => textWidth(clean(name)));
  const isAfterSteps = plan.steps.some(({ action }) => action !== "same");
  return [
    screen.paint("bold", isAfterSteps ? "Planned only after the steps above:" : "Not planned yet:"),
    ...plan.deferred.map(({ name, why }) => `  ? ${padTo(clean(name), width)}  ${clean(why)}`),
    "",
  ];
}

function renderOutputs(outputs: PlanView["outputs"], screen: Screen): readonly string[] {
  if (outputs.length === 0) return [];
  const { paint } = screen;
  const column = Math.min(40, Math.max(...outputs.map(({ name }) => textWidth(keyText(name)) + 1)));
  const lines = outputs.flatMap((output) => {
    const field = { ...output, path: pointer("", output.name), reason: "declared" as const, replace: false };
    const changed = output.old !== undefined && output.new !== undefined;
    const words = actionWords[changed ? "update" : output.new === undefined ? "delete" : "create"];
    const shown = fieldLines([field], changed ? "changes" : "values", { ...screen, width: screen.width - 4 }, column);
    return shown.map((line, index) => (index === 0 ? `  ${paint(words.color, words.symbol)} ${line}` : `    ${line}`));
  });
  return [paint("bold", "Outputs:"), ...lines, ""];
}
