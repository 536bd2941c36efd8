import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { Invocation } from "../command.ts";
import { changedText, findStackFile } from "../declarations/stack-config.ts";
import { declarationFile } from "../declarations/which-declaration.ts";
import { type End, withoutAnswer } from "./move-between.ts";

/** What became of the sealed values in a stack's file. */
export interface Resealed {
  readonly path: string;
  /** Keys that the target opens now. */
  readonly sealed: readonly string[];
  /** Keys that are to be set again, and why. */
  readonly left: readonly { readonly key: string; readonly why: ProblemDocument }[];
}

/**
 * Has the target of a move seal what the source has sealed in the stack's file beside the declaration; null where there
 * is no file, or nothing in it is sealed. A value that the target opens already stays. The file is written whole, a key
 * at a time.
 */
export async function resealConfig(
  invocation: Invocation,
  stack: string,
  source: End,
  target: End,
): Promise<Resealed | null> {
  const { context, settings } = invocation;
  const found = await findStackFile(invocation, await declarationFile(invocation));
  if (!found.ok) return null;
  const { path, values } = found.value;
  const entries = [...values].flatMap(([key, value]) =>
    value.kind === "sealed" ? [[key, value.sealed] as const] : [],
  );
  if (entries.length === 0) return null;
  const resealed: string[] = [];
  const left: Resealed["left"][number][] = [];
  for (const [key, text] of entries) {
    const anew = await sealedAnew(stack, key, text, source, target);
    if (!anew.ok) left.push({ key, why: anew.error });
    else if (anew.value !== text) {
      const value = { kind: "sealed", sealed: anew.value } as const;
      const changed = await context.files.change(path, (now) => changedText(path, now, settings.stack, key, value));
      if (changed.ok) resealed.push(key);
    }
  }
  return { path, sealed: resealed, left };
}

async function sealedAnew(
  stack: string,
  key: string,
  text: string,
  source: End,
  target: End,
): Promise<Result<string, ProblemDocument>> {
  const path = { stack };
  const body = { values: { [key]: text } };
  if ((await target.api.call("openConfigValues", { path, body })).ok) return ok(text);
  const opened = await source.api.call("openConfigValues", { path, body });
  if (!opened.ok) return opened;
  const value = opened.value.values[key];
  if (value === undefined) return err(withoutAnswer(`The source of the move does not tell the value of ${key}.`));
  const sealed = await target.api.call("sealConfigValue", { path, body: { key, value } });
  return sealed.ok ? ok(sealed.value.sealed) : sealed;
}
