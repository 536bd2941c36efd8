import type { UsageMistake } from "../../arguments.ts";
import { type Command, type Invocation, optionValue } from "../../command.ts";
import { readDeclaration, sourcesOf } from "../../declarations/declaration-file.ts";
import { formats } from "../../declarations/generator.ts";
import { programOf } from "../../program/program-registry.ts";
import { clean } from "../../rendering/text.ts";
import { yamlLines } from "../../rendering/yaml-lines.ts";
import { exitCodeOfProblems, exitCodes } from "../../reports/exit-code.ts";
import { reportMistake, writeProblems } from "../../reports/report.ts";

export const convert: Command = {
  positionals: [],
  options: [
    { name: "to", value: "FORMAT", names: Object.keys(formats), summary: "yaml, ts or py" },
    {
      name: "out",
      value: "FILE",
      writes: "file",
      summary: "write to a file instead of standard output; never one that is there",
    },
  ],
  description:
    "Writes the declaration in another language: YAML, TypeScript or Python. It declares exactly the same; " +
    "comments are not kept. A program is run, and its result is written, without its loops and functions.",
  examples: [
    { line: "plumb convert --to ts --out plumb.ts", meaning: "go on in TypeScript" },
    { line: "plumb convert -f plumb.py --to yaml", meaning: "what the program declares, as YAML" },
  ],
  run: async (invocation) => {
    const to = optionValue(invocation, "to") ?? "";
    const language = Object.hasOwn(formats, to) ? formats[to] : undefined;
    if (language === undefined) {
      const known = Object.keys(formats).join(", ");
      return reportMistake(invocation, { detail: `plumb convert needs --to with one of ${known}.` });
    }
    const out = optionValue(invocation, "out");
    if (out !== undefined && (await invocation.context.files.exists(out))) return reportMistake(invocation, taken(out));
    const declaration = await readDeclaration(invocation);
    if (!declaration.ok) return reportMistake(invocation, declaration.error);
    const pending = programOf(declaration.value)?.pending;
    if (pending !== undefined) return reportMistake(invocation, computed(pending));
    const generator = await invocation.context.generator();
    const { text, file } = declaration.value;
    const written =
      language === null ? asYaml(generator.declarationData(text, file)) : await generator.program(language, text, file);
    if (!written.ok) {
      writeProblems(invocation, written.error, sourcesOf(declaration.value));
      return exitCodeOfProblems(written.error);
    }
    const code = await write(invocation, written.value, out);
    const secrets = programOf(declaration.value)?.secrets ?? [];
    if (code === exitCodes.done && secrets.length > 0) {
      const keys = secrets.map(clean).join(", ");
      invocation.diagnostics.write(
        `Secret values are not written: give those of ${keys} with --config or in ${variableOf(secrets[0] ?? "")}.\n`,
      );
    }
    return code;
  },
};

/** Where a config value is looked for in the environment. */
function variableOf(key: string): string {
  return `PLUMB_CONFIG_${key.toUpperCase().replaceAll("-", "_")} and so on`;
}

function computed(pending: string): UsageMistake {
  return {
    detail: `The program computes values of what the platform decides, which no declaration can: ${pending}.`,
    hint: "interpolate and cel are carried over; functions given to apply are not.",
  };
}

function asYaml(data: ReturnType<Awaited<ReturnType<Invocation["context"]["generator"]>>["declarationData"]>) {
  return data.ok ? { ok: true as const, value: `${yamlLines(data.value).join("\n")}\n` } : data;
}

async function write(invocation: Invocation, text: string, out: string | undefined): Promise<number> {
  const { context, diagnostics } = invocation;
  if (out === undefined) {
    context.stdout.write(text);
    return exitCodes.done;
  }
  if (!(await context.files.make(out, text))) return reportMistake(invocation, taken(out));
  diagnostics.write(`Wrote ${clean(out)}.\n`);
  return exitCodes.done;
}

function taken(out: string): UsageMistake {
  return { detail: `${clean(out)} exists already; nothing was written. Give another name.` };
}
