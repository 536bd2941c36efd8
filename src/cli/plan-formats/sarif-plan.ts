import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { Problem, Span } from "../../../packages/base/problems/problem.ts";
import type { FieldView, StepView } from "../../contract/documents/plans/steps.ts";
import { jsonText } from "../rendering/json-text.ts";
import { blockedText } from "../rendering/plan/render-plan.ts";
import { rightsMoves } from "../rendering/plan/render-rights.ts";
import { takesAway } from "../rendering/plan/step-groups.ts";
import { counted } from "../rendering/text.ts";
import { codeExplanations } from "../reports/explanations.ts";
import type { ReportedPlan, ReportedRefusal } from "./plan-report.ts";

/** A finding, before the rules are counted. */
interface Finding {
  readonly rule: string;
  readonly level: "error" | "warning" | "note";
  readonly text: string;
  readonly address?: string | undefined;
  readonly span?: Span | undefined;
}

/** What is said of a plan, and of its steps that take something away: the rule, and what it is. */
const planRules = {
  "plan-blocked": "the plan is blocked, and can't be carried out",
  "plan-deletes": "the plan deletes an object",
  "plan-replaces": "the plan replaces an object",
  "plan-forgets": "the plan lets go of an object, which stays as it is",
  "plan-takes-rights": "the plan takes a right away from people or programs",
  "plan-gives-rights": "the plan gives people or programs a right",
  "plan-changes-rights": "the plan leaves a right, under another condition or limit",
  "plan-widens-rights": "the plan lets people or programs do more by what it sets",
  "plan-removes-guard": "the plan removes what guards a right",
  "plan-fails": "a step of the plan will fail",
} as const;

/** The problems of a plan, and its risky steps, as a log of SARIF 2.1.0. No value stands in it. */
export function sarifPlan(told: ReportedPlan): string {
  const { plan, version } = told;
  const places = new Map(
    told.graph?.nodes.flatMap(({ name, span }) => (span === undefined ? [] : [[name, span] as const])),
  );
  const standing = new Set(plan.steps.flatMap(({ superseded, name }) => (superseded === true ? [] : [name])));
  const removedAlong = new Set(
    plan.steps.flatMap(({ superseded, action, name }) => (superseded === true && action === "delete" ? [name] : [])),
  );
  // A former object is told of with what takes its place.
  const isTold = ({ superseded, name }: StepView) => superseded !== true || !standing.has(name);
  const why = blockedText(plan);
  const blocked: readonly Finding[] = why === undefined ? [] : [{ rule: "plan-blocked", level: "error", text: why }];
  const findings = [
    ...blocked,
    ...plan.problems.map((each) => problemFinding(each, places.get(each.address ?? ""))),
    ...plan.steps
      .filter(isTold)
      .flatMap((step) => stepFinding(step, removedAlong.has(step.name), places.get(step.name))),
  ];
  const all = findings.map((finding) => placed(finding, told.file));
  return logOf(all, version, {
    ...{ digest: plan.digest, stack: plan.stack },
    ...(why === undefined ? {} : { blocked: true }),
  });
}

/** Why there is no plan, as a log of SARIF 2.1.0. */
export function sarifRefusal({ problems, stack, version }: ReportedRefusal): string {
  return logOf(
    problems.map((each) => problemFinding(each)),
    version,
    { stack },
  );
}

function logOf(findings: readonly Finding[], version: string, properties: JsonObject): string {
  const ids = [...new Set(findings.map(({ rule }) => rule))];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "plumb", semanticVersion: version, rules: ids.map(ruleOf) } },
        columnKind: "utf16CodeUnits",
        properties,
        results: findings.map((finding) => resultOf(finding, ids.indexOf(finding.rule))),
      },
    ],
  };
  return `${jsonText(log)}\n`;
}

/** What stands nowhere any more is told where the declaration begins. */
function placed(finding: Finding, file: string | undefined): Finding {
  if (finding.span !== undefined || file === undefined) return finding;
  return { ...finding, span: { file, line: 1, column: 1, endLine: 1, endColumn: 1 } };
}

/** `at`: where the resource stands that the problem is about, for one without a place of its own. */
function problemFinding(problem: Problem, at?: Span): Finding {
  const { code, severity, detail, summary, hint, address, span = at } = problem;
  const text = detail === "" ? summary : detail;
  return { rule: code, level: severity, text: hint === undefined ? text : `${text} (${hint})`, address, span };
}

/** `removesOld`: an old object of its resource is deleted as well. */
function stepFinding(step: StepView, removesOld: boolean, span: Span | undefined): readonly Finding[] {
  const { name: address, type } = step;
  const found: Found = (rule, level, text) => [
    { rule, level, text: `\`${address}\` (${type}) ${text}`, address, span },
  ];
  if (step.blocked === true) return found("plan-fails", "error", step.warnings.join(" ") || "will fail");
  if (takesAway(step)) return [...endFinding(step, found), ...widerFindings(step, found)];
  const removed = "stands for another object now; the old one is deleted";
  const losers = rightsMoves(step).lost;
  return [
    ...(removesOld ? found("plan-deletes", "warning", removed) : []),
    ...(losers > 0 ? found("plan-takes-rights", "warning", `takes ${counted(losers, "right")} away`) : []),
    ...widerFindings(step, found),
  ];
}

type Found = (rule: keyof typeof planRules, level: Finding["level"], text: string) => readonly Finding[];

/** What lets people do more, or otherwise than before. What a new object gives is told as a note. */
function widerFindings(step: StepView, found: Found): readonly Finding[] {
  const { gained, changed } = rightsMoves(step);
  const at = (rank: FieldView["rank"]) =>
    step.fields.flatMap((each) => (each.rank === rank ? [each.path.slice(1)] : []));
  const [guards, wider] = [at("guard-removed"), at("rights-widened")];
  const level = step.action === "create" ? "note" : "warning";
  return [
    ...(guards.length > 0 ? found("plan-removes-guard", level, `removes a guard: ${guards.join(", ")}`) : []),
    ...(gained > 0 ? found("plan-gives-rights", level, `gives ${counted(gained, "right")}`) : []),
    ...(changed > 0
      ? found("plan-changes-rights", level, `leaves ${counted(changed, "right")}, otherwise than before`)
      : []),
    ...(wider.length > 0 && gained === 0
      ? found("plan-widens-rights", level, `lets people do more by ${wider.join(", ")}`)
      : []),
  ];
}

function endFinding(step: StepView, found: Found): readonly Finding[] {
  const { fields } = step;
  if (step.action === "retain") return found("plan-forgets", "warning", "is let go of; the object stays as it is");
  if (step.action !== "replace") return found("plan-deletes", "warning", "is deleted");
  const forcing = fields.flatMap(({ replace, path }) => (replace ? [path.slice(1)] : []));
  return found(
    "plan-replaces",
    "warning",
    forcing.length === 0 ? "is replaced" : `is replaced, since ${forcing.join(", ")} changes`,
  );
}

function ruleOf(id: string): JsonObject {
  const known = codeExplanations().find(({ code }) => code === id);
  const summary = known?.summary ?? (Object.hasOwn(planRules, id) ? planRules[id as keyof typeof planRules] : id);
  return {
    id,
    shortDescription: { text: summary },
    ...(known === undefined ? {} : { fullDescription: { text: known.explanation } }),
  };
}

function resultOf({ rule, level, text, address, span }: Finding, ruleIndex: number): JsonObject {
  const location = {
    ...(span === undefined ? {} : { physicalLocation: placeOf(span) }),
    ...(address === undefined ? {} : { logicalLocations: [{ name: address, kind: "resource" }] }),
  };
  return {
    ...{ ruleId: rule, ruleIndex, level, message: { text } },
    ...(Object.keys(location).length === 0 ? {} : { locations: [location] }),
  };
}

function placeOf({ file, line, column, endLine, endColumn }: Span): JsonObject {
  return {
    artifactLocation: { uri: uriOf(file) },
    region: { startLine: line, startColumn: column, endLine, endColumn },
  };
}

/** A path as a reference: each part of it is written so that it can stand in an address. */
function uriOf(file: string): string {
  const path = file.split(/[\\/]/).map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${path}` : path;
}
