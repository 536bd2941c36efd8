import { pointer } from "../base/pointer.ts";
import { problem } from "../base/problem.ts";
import { originalLineage } from "../engine/state/lineage.ts";
import type { Deployment } from "./deployment.ts";
import { namedLineage } from "./named-lineage.ts";
import { Rejection } from "./rejection.ts";
import { checkStackName } from "./stack-name.ts";

/**
 * A config value sealed for one key of one stack, to be kept in a file of the user's own. The value is not kept here; a stack that
 * was never held gets its lineage, which the sealed text is bound to.
 */
export async function sealConfig(stack: string, key: string, value: string, deployment: Deployment): Promise<string> {
  checkStackName(stack);
  const lineage = originalLineage(await namedLineage(stack, deployment));
  return deployment.sealedTexts.sealText(value, place(lineage, stack, key));
}

/** The values behind sealed texts, by key; a Rejection names each that was sealed for another place or by another store. */
export async function openConfig(
  stack: string,
  sealed: Readonly<Record<string, string>>,
  { sealedTexts, store }: Deployment,
): Promise<Readonly<Record<string, string>>> {
  const lineage = originalLineage((await store.progress(stack)).lineage);
  const opened = await Promise.all(
    Object.entries(sealed).map(
      async ([key, text]) => [key, await sealedTexts.openText(text, place(lineage, stack, key))] as const,
    ),
  );
  const strange = opened.filter(([, value]) => value === null);
  if (strange.length > 0) {
    throw new Rejection(
      "unprocessable",
      strange.map(([key]) =>
        problem(
          "invalid-config",
          `the sealed value of \`${key}\` can't be opened: it was sealed for another key or stack (also for a removed one of this name), by another state directory or server, or was altered; set it again`,
          { pointer: pointer("/config", key) },
        ),
      ),
    );
  }
  return Object.fromEntries(opened.flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}

/** A stack made anew under an old name is another one (decision 0044). */
function place(lineage: string, stack: string, key: string): readonly string[] {
  return ["config", lineage, stack, key];
}
