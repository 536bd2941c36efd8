import { pointer } from "../../../../packages/base/json/pointer.ts";
import { visible } from "../../../../packages/base/text/visible.ts";
import type { OptionChangeView, StepView } from "../../../contract/documents/plans/steps.ts";
import type { Screen } from "../../terminal.ts";
import { broken } from "../cut.ts";
import { clean, padTo, textWidth, wrap } from "../text.ts";
import { actionWords, oldObjectNote, symbolOf } from "./action-words.ts";
import { type FieldStyle, fieldLines } from "./render-field.ts";

/** What the blocks of one plan have in common. */
export interface StepStyle {
  readonly symbolWidth: number;
  readonly nameWidth: number;
  /** Leaves out the fields of objects that are created. */
  readonly brief: boolean;
}

/**
 * One step as a block: symbol, name and type; the object's id; fields, `options` that change, and warnings; what
 * becomes of `old` selves.
 */
export function renderStep(
  step: StepView,
  old: readonly StepView[],
  options: readonly OptionChangeView[],
  style: StepStyle,
  screen: Screen,
): readonly string[] {
  // Details begin two columns right of the names.
  const indent = " ".repeat(style.symbolWidth + 3);
  const inner: Screen = { ...screen, width: screen.width - indent.length };
  const details = [
    ...idLines(step, style, inner),
    ...fieldsOf(step, style, inner),
    ...optionLines(options, inner),
    ...warningLines(step, inner),
    ...old.flatMap((each) => supersededLines(each, inner)),
  ];
  return [header(step, old, options.length > 0, style, screen), ...details.map((line) => `${indent}${line}`)];
}

function header(
  step: StepView,
  old: readonly StepView[],
  hasOptions: boolean,
  { symbolWidth, nameWidth }: StepStyle,
  { paint }: Screen,
): string {
  const isNoted = step.action === "same" && hasOptions;
  const words = actionWords[isNoted ? "update" : step.action];
  const symbol =
    step.blocked === true
      ? paint("red", "!".padEnd(symbolWidth))
      : paint(words.color, (isNoted ? words.symbol : symbolOf(step)).padEnd(symbolWidth));
  const name = paint("bold", padTo(clean(step.name), nameWidth));
  const note = isNoted ? "only its options change, without a call" : noteOf(step, old);
  return [`${symbol} ${name}`, clean(step.type), ...(note === undefined ? [] : [paint("dim", `(${note})`)])].join("  ");
}

function noteOf(step: StepView, old: readonly StepView[]): string | undefined {
  const moved = step.movedFrom === undefined ? [] : [`moved from ${clean(step.movedFrom)}`];
  const rest = step.action === "move" && moved.length > 0 ? undefined : ownNote(step, old);
  const notes = [...moved, ...(rest === undefined ? [] : [rest])];
  return notes.length === 0 ? undefined : notes.join("; ");
}

function ownNote(step: StepView, old: readonly StepView[]): string | undefined {
  if (step.blocked === true) return `${step.action === "create" ? "is not made" : "is left as it is"}, and fails`;
  if (step.putBack === true) return `is put back as it was before${step.action === "retain" ? ", and forgotten" : ""}`;
  if (step.superseded === true) return oldObjectNote;
  if (isGone(step)) return "it is gone from the platform, and is made anew";
  if (step.goneWith !== undefined) return `goes with ${clean(step.goneWith)}`;
  if (step.undeletes === true) return "the soft-deleted object under the new identifier is undeleted";
  const [fate = "is deleted"] = old.map(fateOf);
  if (step.keepsOld === true) return "the new one is made, and the old one is kept";
  const same = step.fields.length === 0 ? "; no value changes" : "";
  if (step.order === "create-before-delete") return `the new one first, then the old one ${fate}${same}`;
  if (step.order === "delete-before-create") return `the old one ${fate} first${same}`;
  if (step.done === true) return "read";
  return actionWords[step.action].note;
}

/** The id, where it says more than the fields below it: which object is touched, or where a new one will be. */
function idLines(step: StepView, { brief }: StepStyle, screen: Screen): readonly string[] {
  if (step.id === undefined) return [];
  if (brief && (step.action === "create" || step.done === true)) return [];
  if (step.action === "create" && !step.id.includes("/")) return [];
  return broken(visible(step.id), screen.width, screen).map((line) => screen.paint("dim", line));
}

function fieldsOf(step: StepView, { brief }: StepStyle, screen: Screen): readonly string[] {
  const { action, fields, blocked } = step;
  if (blocked === true) return [];
  const isEnded = (action === "delete" || action === "retain") && step.putBack !== true;
  if (isEnded) return firstLines(step, screen);
  if (action === "same") return [];
  // What a standing object was before is worth a line even where the rest is left out.
  if (action === "create" && brief)
    return fieldLines(
      fields.filter((field) => field.old !== undefined),
      "changes",
      screen,
    );
  // That the object is gone is told once.
  const told = isGone(step) ? fields.map((field) => ({ ...field, reason: "declared" as const })) : fields;
  return fieldLines(told, fieldStyle(action), screen);
}

/** Whether another hand has deleted the object that a step makes again: all that it has has drifted. */
export function isGone({ action, fields }: StepView): boolean {
  return action === "create" && fields.length > 0 && fields.every(({ reason }) => reason === "drifted");
}

/** How the fields of a step are told. */
export function fieldStyle(action: StepView["action"]): FieldStyle {
  if (action === "read") return "reads";
  return action === "create" ? "values" : "changes";
}

function optionLines(options: readonly OptionChangeView[], screen: Screen): readonly string[] {
  const fields = options.map(({ name: _, option, ...values }) => ({
    path: pointer("/options", ...option.split(".")),
    ...values,
    reason: "declared" as const,
    replace: false,
  }));
  return fieldLines(fields, "changes", screen);
}

function warningLines(step: StepView, { paint, width }: Screen): readonly string[] {
  return step.warnings.flatMap((warning) =>
    wrap(warning, width - 2).map((line, index) => (index === 0 ? `${paint("yellow", "!")} ${line}` : `  ${line}`)),
  );
}

/** What becomes of the old object of a resource. */
function fateOf(step: StepView): string {
  if (step.action === "retain") return "is forgotten";
  return step.putBack === true ? "is put back as it was" : "is deleted";
}

/** What a deletion gives its object first. */
function firstLines({ fields }: StepView, screen: Screen): readonly string[] {
  const first = fields.filter(({ reason }) => reason === "before deletion");
  return fieldLines(first, "changes", screen);
}

/** What becomes of the old object of a resource. */
export function supersededLines(step: StepView, screen: Screen): readonly string[] {
  const fate = fateOf(step);
  const id = visible(step.id ?? "");
  const told = ["the old object", ...(id === "" ? [] : [id]), fate].join(" ");
  const isOneLine = screen.whole || textWidth(told) + 2 <= screen.width;
  const below = isOneLine ? [] : broken(id, screen.width - 2, screen).map((line) => `  ${line}`);
  const first = firstLines(step, { ...screen, width: screen.width - 2 }).map((line) => `  ${line}`);
  // Only what goes is marked as such.
  const symbol = step.putBack === true ? actionWords.update : actionWords[step.action];
  return [
    `${screen.paint(symbol.color, symbol.symbol)} ${isOneLine ? told : `the old object ${fate}:`}`,
    ...below,
    ...first,
    ...warningLines(step, screen),
  ];
}
