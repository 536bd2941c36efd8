import type { JsonObject } from "../packages/base/json/json.ts";
import { type Topic, topicNames, topicOf, topicWords } from "../src/cli/reports/topics.ts";
import { cell } from "../src/codegen/pages/reference-pages.ts";

/** The reference of the language of declarations: what `plumb explain` tells of each part, and of each provider. */
export function languagePage(schema: JsonObject): string {
  const told = (words: readonly string[]) => words.flatMap((word) => topicOf(word, schema) ?? []);
  const parts = told(topicNames.filter((name) => name !== "options"));
  const kinds = told(topicWords(schema)).filter(({ summary }) => summary === "a kind of provider");
  return [
    "# The language of declarations\n",
    "Generated from what `plumb explain` tells: `plumb explain expressions` shows the part of that name.",
    "A declaration is a mapping in YAML or JSON with `name` and the sections below.",
    "Every field of every type is on the [pages of the types](../resources/README.md), every [option](options.md)",
    "on a page of its own.\n",
    ...parts.flatMap((topic) => [
      ...section("##", topic),
      ...(topic.topic === "providers" ? kinds.flatMap((kind) => section("###", kind)) : []),
    ]),
  ].join("\n");
}

function section(marks: string, { topic, summary, explanation, members }: Topic): readonly string[] {
  const rows = members.map(({ name, description }) => `| ${cell(`\`${name}\``)} | ${cell(description)} |`);
  const table = rows.length === 0 ? [] : ["| | |\n|---|---|", ...rows, ""];
  return [`${marks} ${topic}\n`, `${summary[0]?.toUpperCase()}${summary.slice(1)}. ${explanation}\n`, ...table];
}
