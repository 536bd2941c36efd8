import type { Json } from "../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { UsageMistake } from "../arguments.ts";
import type { CliContext } from "../cli-context.ts";
import { jsonMistake } from "./json-places.ts";
import { noSuchFile } from "./no-such-file.ts";

/** The text of a file that the command line names; a mistake when there is none. */
export async function readNamedFile(context: CliContext, file: string): Promise<Result<string, UsageMistake>> {
  const text = await context.files.read(file);
  return text === undefined ? err(await noSuchFile(file, context)) : ok(text);
}

/** The value that a JSON text holds; `file` names it in the mistake. */
export function parseJsonFile(file: string, text: string): Result<Json, UsageMistake> {
  try {
    return ok(JSON.parse(text.replace(/^\ufeff/, "")) as Json);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return err(jsonMistake(file, text.replace(/^\ufeff/, ""), cause.message));
  }
}
