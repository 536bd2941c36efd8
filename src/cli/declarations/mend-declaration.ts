import { extname } from "node:path";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { clean } from "../rendering/text.ts";
import { readDeclaration } from "./declaration-file.ts";
import { type MendedLine, mendText } from "./mend-text.ts";
import { declarationFile } from "./which-declaration.ts";

/**
 * Mends in the file of the declaration what has one cure, and gives the lines that it changed. The file is replaced as
 * a whole or not at all, and stays as it is where another program has written it meanwhile.
 */
export async function mendDeclaration(invocation: Invocation): Promise<Result<readonly MendedLine[], UsageMistake>> {
  const { api, context } = invocation;
  const file = await declarationFile(invocation);
  if (![".yaml", ".yml"].includes(extname(file)))
    return err({
      detail: `--fix writes into YAML files only, and ${clean(file)} is none; it stays as it is.`,
      hint: "Without --fix the check says what to write.",
    });
  const declaration = await readDeclaration(invocation);
  if (!declaration.ok) return declaration;
  const { text } = declaration.value;
  const mended = await mendText(file, text, async (tried) => {
    // Checks in this process leave no time in which a signal is heard. The call ends where one was.
    await context.sleep(1);
    const answer = await api.call("checkDeclaration", { body: { ...declaration.value, text: tried } });
    return answer.ok ? ok(answer.value.problems) : err(failed(answer.error));
  });
  if (!mended.ok || mended.value.lines.length === 0) return mended.ok ? ok([]) : mended;
  const written = await context.files.change(file, (now) =>
    now === text
      ? ok(mended.value.text)
      : err({ detail: `${clean(file)} was changed by another program meanwhile; it stays as it is now.` }),
  );
  return written.ok ? ok(mended.value.lines) : written;
}

function failed(failure: ProblemDocument): UsageMistake {
  return { detail: failure.detail, failure };
}
