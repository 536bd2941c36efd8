import { err, ok, type Result } from "../../../packages/base/result.ts";
import { lineNumber } from "../../../packages/base/text-places.ts";
import type { UsageMistake } from "../arguments.ts";
import { clean } from "../rendering/text.ts";

/**
 * A mistake for the text of a file that would not be written back as it is: bytes that are not UTF-8 were read as
 * U+FFFD. A U+FFFD that the file itself holds looks the same, and is refused as well.
 */
export function writtenBack(file: string, text: string): Result<undefined, UsageMistake> {
  if (!text.includes("\ufffd")) return ok(undefined);
  const line = lineNumber(text, text.indexOf("\ufffd"));
  const detail =
    `${clean(file)} is not UTF-8 (line ${line}), so writing it would change more than was asked; ` +
    "it stays as it is.";
  return err({ detail, hint: "Save the file as UTF-8 first." });
}
