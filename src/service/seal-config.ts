import { pointer } from "../base/pointer.ts";
import { problem } from "../base/problem.ts";
import type { Deployment } from "./deployment.ts";
import { Rejection } from "./rejection.ts";
import { checkStackName } from "./stack-name.ts";

/** A config value sealed for one key of one stack, to be kept in a file of the user's own. Nothing is kept here. */
export function sealConfig(stack: string, key: string, value: string, deployment: Deployment): Promise<string> {
  checkStackName(stack);
  return deployment.sealedTexts.sealText(value, place(stack, key));
}

/** The values behind sealed texts, by key; a Rejection names each that was sealed for another place or by another store. */
export async function openConfig(
  stack: string,
  sealed: Readonly<Record<string, string>>,
  { sealedTexts }: Deployment,
): Promise<Readonly<Record<string, string>>> {
  const opened = await Promise.all(
    Object.entries(sealed).map(
      async ([key, text]) => [key, await sealedTexts.openText(text, place(stack, key))] as const,
    ),
  );
  const strange = opened.filter(([, value]) => value === null);
  if (strange.length > 0) {
    throw new Rejection(
      "unprocessable",
      strange.map(([key]) =>
        problem(
          "invalid-config",
          `the sealed value of \`${key}\` can't be opened: it was sealed for another key or stack, by another state directory or server, or was altered; set it again`,
          { pointer: pointer("/config", key) },
        ),
      ),
    );
  }
  return Object.fromEntries(opened.flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}

function place(stack: string, key: string): readonly string[] {
  return ["config", stack, key];
}
