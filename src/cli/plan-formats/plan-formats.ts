import { pointer } from "../../../packages/base/json/pointer.ts";
import { nearestName } from "../../../packages/base/nearest-name.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { DeclarationText, GraphView } from "../../contract/documents/declarations.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { OptionSpec, UsageMistake } from "../arguments.ts";
import { type Invocation, optionValue } from "../command.ts";
import { programOf } from "../program/program-registry.ts";
import { jsonText } from "../rendering/json-text.ts";
import { withCommands } from "../terminal.ts";
import { htmlPlan, htmlRefusal } from "./html-plan.ts";
import { markdownPlan, markdownRefusal } from "./markdown-plan.ts";
import type { ReportedPlan, ReportedRefusal } from "./plan-report.ts";
import { sarifPlan, sarifRefusal } from "./sarif-plan.ts";

/** A form in which a plan is printed as one document, or why there is none. */
export interface PlanFormat {
  plan(told: ReportedPlan): string;
  refusal(told: ReportedRefusal, document: ProblemDocument): string;
}

const documents: ReadonlyMap<string, PlanFormat> = new Map<string, PlanFormat>([
  ["markdown", { plan: markdownPlan, refusal: markdownRefusal }],
  ["html", { plan: htmlPlan, refusal: htmlRefusal }],
  ["json", { plan: ({ plan }) => `${jsonText(plan)}\n`, refusal: (_, document) => `${jsonText(document)}\n` }],
  ["sarif", { plan: sarifPlan, refusal: sarifRefusal }],
]);

export const formatOption: OptionSpec = {
  ...{ name: "format", value: "FORMAT", names: ["text", ...documents.keys()] },
  summary: "text (default), markdown for a pull request, html as one page, json, or sarif",
};

/** The format that is asked for; undefined is text for the terminal. */
export function formatIn(invocation: Invocation): Result<PlanFormat | undefined, UsageMistake> {
  const name = optionValue(invocation, "format");
  if (name === undefined || name === "text") return ok(undefined);
  const format = documents.get(name);
  if (invocation.settings.json && name !== "json")
    return err({ detail: `--json and --format ${name} can't be combined.` });
  if (format !== undefined) return ok(format);
  const names = ["text", ...documents.keys()];
  const near = nearestName(name, names);
  const hint = near === undefined ? `Use one of ${names.join(", ")}.` : `Did you mean ${near}?`;
  return err({ detail: `--format takes no plan format ${JSON.stringify(name)}.`, hint });
}

/** Prints a plan as one document; without its declaration it is told by its steps alone. */
export async function writeDocument(
  invocation: Invocation,
  format: PlanFormat,
  plan: PlanView,
  declaration?: DeclarationText,
): Promise<void> {
  const graph = declaration === undefined ? null : await graphOf(invocation, declaration);
  const shownBy = withCommands(invocation.people, `\`plumb plan --show ${plan.digest}\``);
  invocation.context.stdout.write(
    format.plan({
      ...{ plan, graph, shownBy, version: invocation.context.version },
      ...(declaration === undefined ? {} : { file: declaration.file }),
    }),
  );
}

/** Prints why there is no plan as one document. A failure that names no problem is one itself. */
export function writeRefusal(
  { context, settings: { stack, json } }: Invocation,
  format: PlanFormat,
  document: ProblemDocument,
): void {
  // It is printed where the failure is told.
  if (json) return;
  const { code, title: summary, detail } = document;
  // Failures have codes of their own beside those of problems.
  const itself: Problem = { code: code as Problem["code"], severity: "error", summary, detail };
  const problems = document.problems.length === 0 ? [itself] : document.problems;
  context.stdout.write(format.refusal({ stack, problems, version: context.version }, document));
}

/** What a declaration says of what needs what, and of where it stands; null where it can't be drawn. */
async function graphOf({ api }: Invocation, declaration: DeclarationText): Promise<GraphView | null> {
  const answer = await api.call("drawDeclaration", { body: declaration });
  if (!answer.ok) return null;
  const program = programOf(declaration);
  if (program === undefined) return answer.value;
  const nodes = answer.value.nodes.map(({ span: _, ...node }) => {
    const span = program.source.spanOf(pointer(node.kind === "lookup" ? "/lookups" : "/resources", node.name));
    return span === undefined ? node : { ...node, span };
  });
  return { ...answer.value, nodes };
}
