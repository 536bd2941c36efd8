import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import { parsedObject } from "../../../packages/base/json/parsed-json.ts";
import { documentCodec } from "../../../packages/base/json/plain.ts";

/** Places in the program's own files, by JSON pointer into its declaration. */
export interface ProgramSpans {
  readonly files: readonly string[];
  readonly at: Readonly<Record<string, readonly [file: number, line: number, column: number]>>;
}

/** The result of a program. */
export interface ProgramResult {
  readonly declaration: JsonObject;
  /** Values of hidden secrets. */
  readonly config: JsonObject;
  /** Resources whose recorded outputs it used. */
  readonly used: readonly string[];
  readonly spans: ProgramSpans;
}

export interface ProgramFrame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A question that a program puts while it runs. */
export type ProgramQuestion =
  | { readonly id: number; readonly ask: "known" }
  | { readonly id: number; readonly ask: "outputs"; readonly stack: string }
  | {
      readonly id: number;
      readonly ask: "lookup";
      readonly function: string;
      readonly arguments: JsonObject;
      readonly provider?: string;
      readonly context: JsonObject;
    }
  | {
      readonly id: number;
      readonly ask: "get";
      readonly type: string;
      readonly of: string;
      readonly state: JsonObject;
      readonly provider?: string;
      readonly context: JsonObject;
    };

/** One line of a program. */
export type ProgramLine =
  | { readonly kind: "question"; readonly question: ProgramQuestion }
  | { readonly kind: "result"; readonly result: ProgramResult }
  | {
      readonly kind: "failed";
      readonly type: string;
      readonly message: string;
      /** What in the call of the first frame is to blame: the name of a field or an option. */
      readonly word?: string;
      readonly frames: readonly ProgramFrame[];
    };

// The SDK writes them; `plumb` judges what is in them as it judges a text.
const questions = documentCodec<ProgramQuestion>();
const results = documentCodec<ProgramResult>();
const frameCodec = documentCodec<ProgramFrame>();

/** A line as what it says; undefined for one that the protocol does not know. */
export function programLine(text: string): ProgramLine | undefined {
  const line = parsedObject(text);
  if (line === undefined) return undefined;
  if (typeof line["ask"] === "string" && typeof line["id"] === "number")
    return { kind: "question", question: questions.read(line) };
  const { failed } = line;
  if (isJsonObject(failed)) {
    const { type, message, word, frames } = failed;
    return {
      kind: "failed",
      type: typeof type === "string" ? type : "Error",
      message: typeof message === "string" ? message : "",
      ...(typeof word === "string" ? { word } : {}),
      frames: Array.isArray(frames) ? frames.filter(isJsonObject).map(frameCodec.read) : [],
    };
  }
  if (!isJsonObject(line["declaration"])) return undefined;
  const { declaration, config = {}, used = [], spans = { files: [], at: {} } } = results.read(line);
  return { kind: "result", result: { declaration, config, used, spans } };
}
