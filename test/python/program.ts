/** Python programs, run to their end as plumb runs them. */
import { canonicalJson } from "../../packages/base/json/canonical-json.ts";
import type { Json } from "../../packages/base/json/json.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import { checkDeclaration } from "../../src/engine/check/check-declaration.ts";
import { readDeclaration } from "../../src/engine/declare/read-declaration.ts";
import { startProgram } from "../../src/programs/start-program.ts";
import { python, sdk } from "./tools.ts";

/** The last line that a program sends; it may ask nothing. */
export async function lastLineOf(file: string): Promise<Readonly<Record<string, Json>>> {
  const started = startProgram(file, {
    environment: { ...process.env, PLUMB_PYTHON: python, PYTHONPATH: sdk },
    asked: [],
    compileCache: null,
  });
  if (!started.ok) throw new Error(started.error.detail);
  const program = started.value;
  program.send(JSON.stringify({ protocol: 1, stack: "dev", project: "made-up", file, config: {} }));
  let last: Readonly<Record<string, Json>> = {};
  for await (const line of program.lines) last = JSON.parse(line);
  if ((await program.ended) !== 0 || last["declaration"] === undefined) throw new Error(JSON.stringify(last));
  return last;
}

/** What a text declares: its canonical form and its digest. It must be without problems. */
export async function meaningOf(text: string): Promise<{ readonly canonical: string; readonly digest: string }> {
  const { declaration, problems } = readDeclaration(text, { file: "plumb" });
  if (declaration === null || problems.length > 0) throw new Error(JSON.stringify(problems));
  const { checked, problems: complaints } = await checkDeclaration({
    declaration,
    catalog,
    surroundings: { environment: {}, defaults: {} },
    config: {},
    seal: async () => ({ $secret: { id: "", fingerprint: "" } }),
  });
  const errors = complaints.filter(({ severity }) => severity === "error");
  if (checked === null || errors.length > 0) throw new Error(JSON.stringify(errors));
  return { canonical: canonicalJson(declaration as unknown as Json), digest: checked.digest };
}
