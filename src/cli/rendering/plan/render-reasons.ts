import { visible } from "../../../../packages/base/text/visible.ts";
import type { Action, FieldView, StepView } from "../../../contract/documents/plans/steps.ts";
import type { Neighbour, Reasons } from "../../reports/reasons.ts";
import type { Screen } from "../../terminal.ts";
import { broken } from "../cut.ts";
import { alignColumns, clean, wrap } from "../text.ts";
import { actionWords } from "./action-words.ts";
import { driftField } from "./drift-field.ts";
import { fieldLines } from "./render-field.ts";
import { renderRights } from "./render-rights.ts";
import { fieldStyle, isGone, supersededLines } from "./render-step.ts";

/** The reasons as people read them: what would happen, field by field with the reason above, then the neighbours. */
export function renderReasons(reasons: Reasons, screen: Screen): readonly string[] {
  const { paint, width } = screen;
  const main = reasons.steps.find((step) => step.superseded !== true) ?? reasons.steps[0];
  const type = reasons.type === null ? "" : `  ${clean(reasons.type)}`;
  return [
    `${paint("bold", clean(reasons.name))}${type}`,
    ...broken(visible(main?.id ?? ""), width - 2, screen).flatMap((line) =>
      line === "" ? [] : [`  ${paint("dim", line)}`],
    ),
    "",
    ...wrap(whatHappens(reasons, main), width),
    ...(main === undefined ? [] : reasonLines(main, screen)),
    ...formerLines(reasons, main, screen),
    ...(main?.warnings ?? []).flatMap((warning) => [
      "",
      ...wrap(warning, width - 2).map((line, index) => (index === 0 ? `${paint("yellow", "!")} ${line}` : `  ${line}`)),
    ]),
    ...movedLines(reasons, screen),
    ...rightsOf(reasons, screen),
    ...neighbourLines("Needs:", reasons.needs, screen),
    ...neighbourLines("Needed by:", reasons.neededBy, screen),
    ...(reasons.waitsFor.length === 0
      ? []
      : ["", `${paint("bold", "Waits for:")} ${reasons.waitsFor.map(clean).join(", ")}`]),
  ];
}

/** What becomes of objects that the resource had before. */
function formerLines({ steps }: Reasons, main: StepView | undefined, screen: Screen): readonly string[] {
  const former = steps.filter((step) => step.superseded === true && step !== main);
  if (former.length === 0) return [];
  const inner = { ...screen, width: screen.width - 2 };
  return ["", ...former.flatMap((step) => supersededLines(step, inner)).map((line) => `  ${line}`)];
}

/** What moved and stays: the record takes it. */
function movedLines({ drift }: Reasons, screen: Screen): readonly string[] {
  const { paint, width } = screen;
  if (drift.length === 0) return [];
  const fields = drift.map(driftField);
  return [
    "",
    paint("bold", "Moved on the platform since it was recorded; nothing puts it back:"),
    ...fieldLines(fields, "changes", { ...screen, width: width - 2 }).map((line) => `  ${line}`),
  ];
}

/** Who gains and who loses what, without the empty line that ends it. */
function rightsOf({ steps, drift }: Reasons, screen: Screen): readonly string[] {
  const told = [...renderRights(steps, screen), ...renderRights(drift, screen, "past")];
  return told.length === 0 ? [] : ["", ...told.slice(0, -1)];
}

function whatHappens({ declared, deferred, steps }: Reasons, step: StepView | undefined): string {
  if (step === undefined) {
    return deferred === null
      ? "The plan does nothing with it."
      : `What happens to it is planned only after other steps: ${clean(deferred)}.`;
  }
  const moved = step.movedFrom === undefined ? "" : ` Its name was ${clean(step.movedFrom)} until now.`;
  const undeclared = declared ? "" : " It is not declared any more.";
  const isMove = isRightMoved(step, steps);
  const sentence = isMove ? "It would be granted at the new object, and taken away at the old one." : sentenceOf(step);
  return `${sentence}${moved}${undeclared}`;
}

/** Whether a step grants anew what goes with the object that its resource stood for before. */
function isRightMoved({ action, rights }: StepView, steps: readonly StepView[]): boolean {
  if (action !== "update") return false;
  const loses = steps.flatMap((each) => (each.superseded === true ? (each.rights?.loses ?? []) : []));
  return rights?.gains.some(({ who, what }) => loses.some((each) => each.who === who && each.what === what)) === true;
}

const sentences: Readonly<Record<Exclude<Action, "read" | "replace" | "delete" | "same">, string>> = {
  create: "It would be created.",
  update: "It would be changed in place.",
  import: "It exists already and would be imported.",
  adopt: "It exists already and would be taken over.",
  undelete: "It is soft-deleted and would be undeleted.",
  retain: "It would be forgotten; the object stays.",
  move: "Only its name in the record would change.",
};

function sameSentence({ ignores }: StepView): string {
  if (ignores === undefined) return "Nothing would happen to it: it is as declared.";
  const left = ignores.paths.map((path) => `\`${clean(path)}\``).join(", ");
  return `Nothing would happen to it: it is as declared, but for ${left}, which \`ignoreChanges\` leaves as it is.`;
}

function sentenceOf(step: StepView): string {
  if (step.putBack === true)
    return `It would be put back as it was before${step.action === "retain" ? ", and forgotten" : ""}.`;
  if (isGone(step)) return "It is gone from the platform, and would be made anew.";
  switch (step.action) {
    case "read":
      return step.done === true
        ? "It is only read, and was read for this plan already."
        : "It would be read, and not changed.";
    case "delete":
      return step.goneWith === undefined ? "It would be deleted." : `It would go with ${clean(step.goneWith)}.`;
    case "replace": {
      if (step.undeletes === true) {
        return "It would be replaced: the soft-deleted object under the new identifier is undeleted and changed.";
      }
      if (step.order === undefined) return "It would be replaced.";
      if (step.keepsOld === true) return "It would be replaced: the new object is made, and the old one is kept.";
      const order = {
        "create-before-delete": "the new object is made first, then the old one is deleted",
        "delete-before-create": "the old object is deleted first, then the new one is made",
      };
      return `It would be replaced: ${order[step.order]}.`;
    }
    case "same":
      // A warning may say in what it is otherwise, and that this is left so.
      return step.warnings.length === 0 ? sameSentence(step) : "Nothing would happen to it.";
    default:
      return sentences[step.action];
  }
}

/** The fields below the sentences that say why they are there; those that force a replacement come first. */
function reasonLines(step: StepView, screen: Screen): readonly string[] {
  if (["same", "retain"].includes(step.action)) return [];
  // What an object that is put back gets is told by that.
  const told =
    step.action === "delete" ? step.fields.filter(({ reason }) => reason === "before deletion") : step.fields;
  const groups = Map.groupBy(
    [...told].sort((a, b) => Number(b.replace) - Number(a.replace)),
    (field) => sentenceOfField(field, step.action),
  );
  const style = fieldStyle(step.action);
  return [...groups].flatMap(([sentence, fields]) => {
    const plain = fields.map((field): FieldView => ({ ...field, reason: "declared", replace: false }));
    return [
      "",
      screen.paint("bold", `${sentence}:`),
      ...fieldLines(plain, style, { ...screen, width: screen.width - 2 }).map((line) => `  ${line}`),
    ];
  });
}

function sentenceOfField(field: FieldView, action: Action): string {
  const forced = field.replace ? ", and it can't be changed in place; this forces the replacement" : "";
  switch (field.reason) {
    case "declared":
      if (field.old === undefined && action === "create") return "From the declaration, its provider and defaults";
      if (field.old === undefined) return `Declared where there was nothing${forced}`;
      return field.new === undefined ? `Not declared any more${forced}` : `The declaration says otherwise${forced}`;
    case "drifted":
      // A refresh may have recorded it since.
      return `Changed on the platform since it was last written or imported; the declaration stands${forced}`;
    case "identity":
      return "The provider names another object than before: the new one is made, then the old one goes";
    case "before deletion":
      return "Set first, by a call of its own: the platform deletes nothing that has another value";
    case "platform default":
      return `Decided by the platform where nothing is declared${forced}`;
    case "known after apply":
      return `Known only when the step named has run${forced}`;
  }
}

function neighbourLines(
  heading: string,
  neighbours: readonly Neighbour[],
  { paint, width, whole }: Screen,
): readonly string[] {
  if (neighbours.length === 0) return [];
  const rows = neighbours.map(({ name, action }) => [clean(name), fateOf(action)]);
  return ["", paint("bold", heading), ...alignColumns(rows, whole ? undefined : width - 2).map((line) => `  ${line}`)];
}

function fateOf(action: Neighbour["action"]): string {
  if (action === "none") return "not in the plan";
  if (action === "deferred") return "planned later";
  return action === "same" || action === "read" ? actionWords[action].past : `would be ${actionWords[action].past}`;
}
