import { pointer } from "../../../base/pointer.ts";
import type { PlanView, StepView } from "../../api/documents.ts";
import { hasChanges, shortDigest } from "../plan-view.ts";
import type { Terminal } from "../terminal.ts";
import { actionWords, plannedCounts } from "./action-words.ts";
import type { Paint } from "./paint.ts";
import { fieldLines } from "./render-field.ts";
import { keyText } from "./render-value.ts";
import { clean, padTo, textWidth, wrap } from "./text.ts";

type Screen = Pick<Terminal, "paint" | "width">;

const indent = "      ";

/** The plan for people: what changes, field by field, then the counts. Its problems are rendered apart. */
export function renderPlan(plan: PlanView, screen: Screen): readonly string[] {
  const { paint } = screen;
  const what = plan.kind === "destroy" ? "Destroy plan" : "Plan";
  const header = `${paint("bold", `${what} for stack ${clean(plan.stack)}`)}  ${paint("dim", shortDigest(plan.digest))}`;
  if (!hasChanges(plan) && plan.summary.read === 0) return emptyPlan(plan, paint);
  const body = [...renderSteps(plan.steps, screen), ...renderDeferred(plan, screen), ...renderOutputs(plan, screen)];
  if (!hasChanges(plan)) return [header, "", ...body, ...emptyPlan(plan, paint)];
  const same = plan.summary.same > 0 ? ` ${plan.summary.same} unchanged.` : "";
  return [header, "", ...body, `${paint("bold", "Plan:")} ${plannedCounts(plan.summary)}.${paint("dim", same)}`];
}

function emptyPlan(plan: PlanView, paint: Paint): readonly string[] {
  if (plan.problems.some((each) => each.severity === "error")) return [];
  const digest = paint("dim", shortDigest(plan.digest));
  if (plan.kind === "destroy") return [`${paint("bold", "No changes.")} The stack holds nothing to destroy. ${digest}`];
  return [`${paint("bold", "No changes.")} The platform is as declared. ${digest}`];
}

/** The changed steps as blocks; ends with an empty line when there are any. */
function renderSteps(steps: readonly StepView[], screen: Screen): readonly string[] {
  const shown = steps.filter((step) => step.action !== "same" || step.warnings.length > 0);
  const isFolded = (step: StepView): boolean =>
    step.superseded === true && shown.some((each) => each.superseded !== true && each.name === step.name);
  const heads = shown.filter((step) => !isFolded(step));
  const nameWidth = Math.min(32, Math.max(0, ...heads.map((step) => textWidth(clean(step.name)))));
  const typeWidth = Math.min(48, Math.max(0, ...heads.map((step) => textWidth(clean(step.type)))));
  const symbolWidth = Math.max(1, ...heads.map((step) => actionWords[step.action].symbol.length));
  const blocks = heads.map((step) => {
    const old = step.superseded === true ? [] : shown.filter((each) => isFolded(each) && each.name === step.name);
    const head = stepHeader(step, symbolWidth, nameWidth, typeWidth, screen.paint);
    return [head, ...stepDetails(step, screen), ...old.flatMap((each) => supersededLines(each, screen))];
  });
  // Blocks with details stand apart; plain lines (such as deletes) stand together.
  const lines: string[] = [];
  for (const [index, block] of blocks.entries()) {
    lines.push(...block);
    const next = blocks[index + 1];
    if (next === undefined || block.length > 1 || next.length > 1) lines.push("");
  }
  return lines;
}

function stepHeader(step: StepView, symbolWidth: number, nameWidth: number, typeWidth: number, paint: Paint): string {
  const words = actionWords[step.action];
  const symbol = paint(words.color, words.symbol.padEnd(symbolWidth));
  const name = paint("bold", padTo(clean(step.name), nameWidth));
  const note = noteOf(step);
  const rest = [clean(step.id ?? ""), note === undefined ? "" : paint("dim", `(${note})`)].filter(
    (part) => part !== "",
  );
  const type = clean(step.type);
  return [`${symbol} ${name}`, rest.length === 0 ? type : padTo(type, typeWidth), ...rest].join("  ");
}

function noteOf(step: StepView): string | undefined {
  if (step.superseded === true) return "the old object of a replacement";
  if (step.order === "create-before-delete") return "the new one first, then the old one is deleted";
  if (step.order === "delete-before-create") return "the old one is deleted first";
  return actionWords[step.action].note;
}

function stepDetails(step: StepView, screen: Screen): readonly string[] {
  const style = step.action === "create" || step.action === "read" ? "values" : "changes";
  const fields = step.action === "delete" || step.action === "retain" || step.action === "same" ? [] : step.fields;
  return [
    ...fieldLines(fields, style, screen.width - indent.length, screen.paint).map((line) => `${indent}${line}`),
    ...warningLines(step, screen),
  ];
}

function warningLines(step: StepView, screen: Screen): readonly string[] {
  return step.warnings.flatMap((warning) =>
    wrap(warning, screen.width - indent.length - 2).map((line, index) =>
      index === 0 ? `${indent}${screen.paint("yellow", "!")} ${line}` : `${indent}  ${line}`,
    ),
  );
}

function supersededLines(step: StepView, screen: Screen): readonly string[] {
  const id = step.id === undefined ? "" : ` ${clean(step.id)}`;
  const fate = step.action === "retain" ? "is forgotten" : "is deleted";
  return [`${indent}${screen.paint("red", "-")} the old object${id} ${fate}`, ...warningLines(step, screen)];
}

function renderDeferred(plan: PlanView, screen: Screen): readonly string[] {
  if (plan.deferred.length === 0) return [];
  const width = Math.max(...plan.deferred.map(({ name }) => textWidth(clean(name))));
  return [
    screen.paint("bold", "Planned only after the steps above:"),
    ...plan.deferred.map(({ name, why }) => `  ? ${padTo(clean(name), width)}  ${clean(why)}`),
    "",
  ];
}

function renderOutputs(plan: PlanView, screen: Screen): readonly string[] {
  if (plan.outputs.length === 0) return [];
  const { paint } = screen;
  const column = Math.min(40, Math.max(...plan.outputs.map(({ name }) => textWidth(keyText(name)) + 1)));
  const lines = plan.outputs.flatMap((output) => {
    const field = { ...output, path: pointer("", output.name), reason: "declared" as const, replace: false };
    const changed = output.old !== undefined && output.new !== undefined;
    const words = actionWords[changed ? "update" : output.new === undefined ? "delete" : "create"];
    const shown = fieldLines([field], changed ? "changes" : "values", screen.width - 4, paint, column);
    return shown.map((line, index) => (index === 0 ? `  ${paint(words.color, words.symbol)} ${line}` : `    ${line}`));
  });
  return [paint("bold", "Outputs:"), ...lines, ""];
}
