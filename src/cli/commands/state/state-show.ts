import { type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import type { ResourceView } from "../../../contract/documents/resources.ts";
import { type Command, printJson } from "../../command.ts";
import { localTime } from "../../rendering/local-time.ts";
import { entryLines } from "../../rendering/plan/render-value.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { type Terminal, writeLines } from "../../terminal.ts";

export const stateShow: Command = {
  positionals: [{ name: "NAME", names: "resources" }],
  options: [],
  description: "Shows what the stack has recorded of one object: identity, inputs, outputs, what it depends on.",
  examples: [{ line: "plumb state show portal", meaning: "the record of `portal`" }],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const name = invocation.arguments.positionals[0] ?? "";
    const answer = await invocation.api.call("getResource", { path: { stack: settings.stack, name } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (settings.json) printJson(invocation, answer.value);
    else writeLines(people, recordLines(answer.value, people));
    return exitCodes.done;
  },
};

function recordLines(view: ResourceView, screen: Terminal): readonly string[] {
  const { paint, width } = screen;
  const facts = [
    `${view.status}, provider ${view.provider}, version ${view.apiVersion}, generation ${view.generation}, seen ` +
      `${localTime(view.observedAt)}`,
    ...(view.awaitsDeclaration === true
      ? ["imported and not declared yet: protected until it is declared, or forgotten with `plumb state rm`"]
      : []),
    ...(view.dependsOn.length === 0 ? [] : [`needs ${view.dependsOn.join(", ")}`]),
  ];
  const section = (heading: string, values: JsonObject): readonly string[] => {
    const lines = entryLines(Object.entries(values), { ...screen, width: width - 2, whole: true });
    return lines.length === 0 ? [] : ["", paint("bold", heading), ...lines.map((line) => `  ${line}`)];
  };
  // Every input is an output too; only what the platform says differently or in addition is shown there.
  const added = Object.entries(view.outputs).filter(([name, value]) => !jsonEqual(value, view.inputs[name]));
  return [
    `${paint("bold", clean(view.name))}  ${clean(view.type)}`,
    `  ${clean(view.id)}`,
    ...facts.map((fact) => `  ${paint("dim", clean(fact))}`),
    ...section("Inputs:", view.inputs),
    ...section("Outputs:", Object.fromEntries(added)),
  ];
}
