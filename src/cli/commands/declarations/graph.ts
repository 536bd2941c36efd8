import { nearestName } from "../../../../packages/base/nearest-name.ts";
import type { GraphView } from "../../../contract/documents/declarations.ts";
import { type Command, optionValue, printJson } from "../../command.ts";
import { readDeclaration, sourcesOf } from "../../declarations/declaration-file.ts";
import { dotGraph } from "../../graph/dot-graph.ts";
import { mermaidGraph } from "../../graph/mermaid-graph.ts";
import { svgGraph } from "../../graph/svg-graph.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { namedStack } from "../../stacks/named-stack.ts";

const formats: ReadonlyMap<string, (graph: GraphView) => string> = new Map([
  ["dot", dotGraph],
  ["mermaid", mermaidGraph],
  ["svg", svgGraph],
]);

export const graph: Command = {
  positionals: [],
  options: [{ name: "format", value: "FORMAT", names: [...formats.keys()], summary: "dot (default), mermaid or svg" }],
  description: "Draws which resource needs which, from the references in the declaration.",
  examples: [
    { line: "plumb graph --format svg > graph.svg", meaning: "a picture, no other tool needed" },
    { line: "plumb graph | dot -Tpng > graph.png", meaning: "through Graphviz" },
  ],
  run: async (invocation) => {
    const format = optionValue(invocation, "format") ?? "dot";
    const draw = formats.get(format);
    if (draw === undefined) {
      const near = nearestName(format, formats.keys());
      const hint = near === undefined ? "Use dot, mermaid or svg." : `Did you mean ${near}?`;
      return reportMistake(invocation, { detail: `There is no graph format ${JSON.stringify(format)}.`, hint });
    }
    const named = await namedStack(invocation);
    if (!named.ok) return reportFailure(invocation, named.error);
    const declaration = await readDeclaration(invocation);
    if (!declaration.ok) return reportMistake(invocation, declaration.error);
    const answer = await invocation.api.call("drawDeclaration", { body: declaration.value });
    if (!answer.ok) return reportFailure(invocation, answer.error, sourcesOf(declaration.value));
    if (invocation.settings.json) printJson(invocation, answer.value);
    else invocation.people.write(draw(answer.value));
    return exitCodes.done;
  },
};
