import { nearestName } from "../../../../packages/base/nearest-name.ts";
import { hasErrors } from "../../../../packages/base/problems/problem.ts";
import { type Command, type Invocation, printJson } from "../../command.ts";
import { readDeclaration, sourcesOf } from "../../declarations/declaration-file.ts";
import { withFoldCount } from "../../rendering/difference/with-fold-count.ts";
import { renderReasons } from "../../rendering/plan/render-reasons.ts";
import { exitCodeOfProblems, exitCodes } from "../../reports/exit-code.ts";
import { reasonsFor } from "../../reports/reasons.ts";
import { reportFailure, reportMistake, writeProblems } from "../../reports/report.ts";
import { askPlan } from "../../runs/ask-plan.ts";
import { fullOption } from "../../runs/full-option.ts";
import { stackLabel } from "../../stacks/stack-label.ts";
import { writeLines } from "../../terminal.ts";

export const why: Command = {
  positionals: [{ name: "NAME", names: "resources" }],
  options: [fullOption, { name: "no-refresh", summary: "reason from the recorded state, without reading the cloud" }],
  description:
    "Plans, and explains one resource of the plan: each field with its reason, which fields force a replacement, " +
    "what it needs, what needs it, and what it waits for. Changes nothing.",
  examples: [
    { line: "plumb why portal", meaning: "what `plumb up` would do with `portal`" },
    { line: "plumb why portal -s prod --json", meaning: "the same as JSON" },
  ],
  run: async (invocation) => {
    const { api, people, settings } = invocation;
    const [name = ""] = invocation.arguments.positionals;
    const declaration = await readDeclaration(invocation);
    if (!declaration.ok) return reportMistake(invocation, declaration.error);
    const sources = sourcesOf(declaration.value);
    const graph = await api.call("drawDeclaration", { body: declaration.value });
    if (!graph.ok) return reportFailure(invocation, graph.error, sources);
    const refresh = !invocation.arguments.flags.has("no-refresh");
    const plan = await askPlan(invocation, declaration.value, refresh);
    if (!plan.ok) return reportFailure(invocation, plan.error, sources);
    const known = new Set([...graph.value.nodes, ...plan.value.steps].map((each) => each.name));
    if (!known.has(name)) return await unknownName(invocation, name, known);
    const isDeclared = graph.value.nodes.some((each) => each.name === name);
    const recorded = isDeclared ? [] : await recordedNeeds(invocation, name);
    const reasons = reasonsFor(name, plan.value, graph.value, recorded);
    if (settings.json) printJson(invocation, reasons);
    else writeLines(people, withFoldCount(people, (screen) => renderReasons(reasons, screen)).flat());
    // Its warnings stand beside its step.
    const said = settings.json ? reasons.problems : reasons.problems.filter((each) => each.severity === "error");
    writeProblems(invocation, said, sources);
    return hasErrors(reasons.problems) ? exitCodeOfProblems(reasons.problems) : exitCodes.done;
  },
};

/** What something needs that only the record knows. */
async function recordedNeeds({ api, settings }: Invocation, name: string): Promise<readonly string[]> {
  const answer = await api.call("getResource", { path: { stack: settings.stack, name } });
  return answer.ok ? answer.value.dependsOn : [];
}

async function unknownName(invocation: Invocation, name: string, known: ReadonlySet<string>): Promise<number> {
  const near = nearestName(name, known);
  const hint = near === undefined ? "`plumb graph` shows what is declared." : `Did you mean ${near}?`;
  const detail = `${JSON.stringify(name)} is neither declared nor managed by stack ${await stackLabel(invocation)}.`;
  return reportMistake(invocation, { detail, hint });
}
