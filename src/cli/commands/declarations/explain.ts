import { nearestName } from "../../../../packages/base/nearest-name.ts";
import type { TypeFieldView, TypeRow } from "../../../contract/documents/catalog/resource-types.ts";
import { type Command, type Invocation, printJson } from "../../command.ts";
import { renderField, renderType } from "../../rendering/render-type.ts";
import { alignColumns, clean, wrap } from "../../rendering/text.ts";
import { driftTopic, driftWords } from "../../reports/drift-words.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { codeExplanations } from "../../reports/explanations.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { type Topic, topicNames, topicOf, topicWords } from "../../reports/topics.ts";
import { type Terminal, writeLines } from "../../terminal.ts";

export const explain: Command = {
  positionals: [{ name: "WORD", optional: true }],
  options: [],
  description:
    "Explains the code of a problem (the word in brackets after `error` or `warning`), a type, " +
    "a field of a type, the kind of a provider, an option, drift with its classes and ranks, or a part of a " +
    "declaration: config, expressions, options, providers. Without a word it lists the types and the codes.",
  examples: [
    { line: "plumb explain stale-plan", meaning: "what it means and how to get out" },
    { line: "plumb explain iam:OAuthClient", meaning: "the type with all its fields" },
    { line: "plumb explain authorization:RoleManagementPolicyAssignment@2020-10-01-preview", meaning: "one version" },
    { line: "plumb explain OAuthClient.displayName", meaning: "one field" },
    { line: "plumb explain drift", meaning: "the classes and ranks of drift" },
    { line: "plumb explain expressions", meaning: "what stands between `${` and `}`" },
  ],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const [word] = invocation.arguments.positionals;
    const codes = codeExplanations();
    const code = codes.find((each) => each.code === word);
    if (code !== undefined) {
      if (settings.json) printJson(invocation, code);
      else {
        writeLines(people, [
          `${people.paint("bold", code.code)}: ${code.summary}`,
          `  ${people.paint("dim", code.kind)}`,
          ...wrap(code.explanation, people.width - 2).map((line) => `  ${line}`),
        ]);
      }
      return exitCodes.done;
    }
    const topic = word === undefined ? undefined : await topicNamed(invocation, word);
    if (topic !== undefined) {
      if (settings.json) printJson(invocation, topic);
      else writeLines(people, topicLines(topic, people));
      return exitCodes.done;
    }
    const answer = await invocation.api.list("listTypes", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const types = answer.value;
    if (word !== undefined) return await explainType(invocation, word, types);
    if (settings.json) printJson(invocation, { types, codes });
    else {
      const { paint } = people;
      const typeLines = alignColumns(types.map((row) => [row.title, row.type].map(clean)));
      const codeLines = alignColumns(codes.map((each) => [each.code, each.summary]));
      writeLines(people, [
        paint("bold", "Types:"),
        ...typeLines.map((line) => `  ${line}`),
        "",
        paint("bold", "Parts of a declaration:"),
        ...topicNames.map((name) => `  ${name}`),
        "",
        paint("bold", "Drift:"),
        ...driftWords.map((name) => `  ${name}`),
        "",
        paint("bold", "Problems:"),
        ...codeLines.map((line) => `  ${line}`),
      ]);
    }
    return exitCodes.done;
  },
};

/** A word with a capital, a colon or a stroke is no topic's: nothing is loaded for it. */
async function topicNamed({ context }: Invocation, word: string): Promise<Topic | undefined> {
  const ofDrift = driftTopic(word);
  if (ofDrift !== undefined) return ofDrift;
  if (!/^(options\.)?[a-z]\w*$/.test(word)) return undefined;
  return topicOf(word, (await context.generator()).declarationSchema());
}

function topicLines({ topic, summary, explanation, members }: Topic, screen: Terminal): readonly string[] {
  const rows = alignColumns(members.map(({ name, description }) => [name, description]));
  return [
    `${screen.paint("bold", topic)}: ${summary}`,
    ...wrap(explanation, screen.width - 2).map((line) => `  ${line}`),
    ...(rows.length === 0 ? [] : ["", ...rows.map((line) => `  ${line}`)]),
  ];
}

/**
 * `word` is a type's token or its last part, perhaps with `@` and a version, and with a dotted path into its fields.
 */
async function explainType(invocation: Invocation, word: string, types: readonly TypeRow[]): Promise<number> {
  const { head, version, path } = partsOf(word);
  const wanted = head.toLowerCase();
  const row = types.find(({ type }) => type.toLowerCase() === wanted || shortName(type).toLowerCase() === wanted);
  if (row === undefined && !head.includes(":")) return await unknownWord(invocation, word, types);
  // An alias is not in the list; the server knows it, or the nearest token.
  const answer = await invocation.api.call("getType", { path: { type: `${row?.type ?? head}${version}` } });
  if (!answer.ok) return reportFailure(invocation, answer.error);
  const { people, settings } = invocation;
  const view = answer.value;
  if (path.length === 0) {
    if (settings.json) printJson(invocation, view);
    else writeLines(people, renderType(view, people));
    return exitCodes.done;
  }
  const found = fieldAt([...view.fields, ...view.outputs], path);
  if (!found.ok) {
    const hint =
      found.nearest === undefined
        ? `\`plumb explain ${view.type}\` lists the fields.`
        : `Did you mean ${found.nearest}?`;
    return reportMistake(invocation, { detail: `${view.type} has no field ${JSON.stringify(path.join("."))}.`, hint });
  }
  if (settings.json) printJson(invocation, found.field);
  else writeLines(people, renderField(`${view.type}.${path.join(".")}`, found.field, people));
  return exitCodes.done;
}

/** A word of `explain` in its parts; the version, with its `@`, may have dots of its own. */
function partsOf(word: string) {
  const [, head = "", version = "", rest = ""] =
    /^([^@.]*)(@(?:unlisted:)?\d+\.\d+(?=\.|$)|@[^.]*)?\.?(.*)$/s.exec(word.replaceAll(/\[\d*\]/g, "")) ?? [];
  return { head, version, path: rest === "" ? [] : rest.split(".") };
}

function fieldAt(
  fields: readonly TypeFieldView[],
  path: readonly string[],
): { readonly ok: true; readonly field: TypeFieldView } | { readonly ok: false; readonly nearest: string | undefined } {
  const [name = "", ...rest] = path;
  const field = fields.find((each) => each.name === name);
  if (field === undefined)
    return {
      ok: false,
      nearest: nearestName(
        name,
        fields.map((each) => each.name),
      ),
    };
  return rest.length === 0 ? { ok: true, field } : fieldAt(field.fields, rest);
}

async function unknownWord(invocation: Invocation, word: string, types: readonly TypeRow[]): Promise<number> {
  const generator = await invocation.context.generator();
  const candidates = [
    ...topicWords(generator.declarationSchema()),
    ...driftWords,
    ...codeExplanations().map(({ code }) => code),
    ...types.flatMap(({ type }) => [type, shortName(type)]),
  ];
  const near = nearestName(word, candidates);
  const hint = near === undefined ? "`plumb explain` lists the types and the codes." : `Did you mean ${near}?`;
  const detail = `${JSON.stringify(word)} is neither a problem's code nor a type, nor a part of a declaration.`;
  return reportMistake(invocation, { detail, hint });
}

function shortName(type: string): string {
  return type.slice(type.indexOf(":") + 1);
}
