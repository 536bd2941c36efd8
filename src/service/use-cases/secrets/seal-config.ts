import { ownMember } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { mostProblems } from "../../../../packages/base/problems/problem-limit.ts";
import { reportedProblems } from "../../../../packages/base/problems/reported-problems.ts";
import type { ConfigPlace, DeclarationText } from "../../../contract/documents/declarations.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import { Rejection } from "../../rejection.ts";
import { checkStackName } from "../../stack-name.ts";
import type { Deployment } from "../deployment.ts";
import { namedLineage } from "../stacks/named-lineage.ts";
import { refuseTransferred } from "../transfers/refuse-transferred.ts";

/**
 * A config value sealed for one key of one stack, to be kept in a file of the user's own. The value is not kept here; a
 * stack that was never held gets its lineage, which the sealed text is bound to.
 */
export async function sealConfig(stack: string, key: string, value: string, deployment: Deployment): Promise<string> {
  checkStackName(stack);
  const lineage = originalLineage(await namedLineage(stack, deployment));
  return deployment.sealedTexts.sealText(value, place(lineage, key));
}

/**
 * The same text with what of its config is sealed opened, for the check to seal it again before anything sees it; as it
 * is where it is for no stack. Whoever may plan needs no other right: the check holds such keys to be secret
 * (decision 0121). Throws as `openConfig` does.
 */
export async function withOpened(
  text: DeclarationText,
  stack: string | null,
  deployment: Deployment,
): Promise<DeclarationText> {
  const { sealed = {}, config, configAt } = text;
  if (stack === null || Object.keys(sealed).length === 0) return text;
  return { ...text, config: { ...config, ...(await openConfig(stack, sealed, deployment, configAt)) } };
}

/**
 * The values behind sealed texts, by key; a Rejection names each that was sealed for another place or by another store.
 * It ends when there are more of these than are told. Others have their turn meanwhile.
 */
export async function openConfig(
  stack: string,
  sealed: Readonly<Record<string, string>>,
  { sealedTexts, store, turns }: Deployment,
  places: Readonly<Record<string, ConfigPlace>> = {},
): Promise<Readonly<Record<string, string>>> {
  const lineage = originalLineage((await store.progress(stack)).lineage);
  const values: [string, string][] = [];
  const problems: Problem[] = [];
  for (const [key, text] of Object.entries(sealed)) {
    const value = await sealedTexts.openText(text, place(lineage, key));
    if (value === null) problems.push(strange(key, ownMember(places, key)));
    else values.push([key, value]);
    if (problems.length > mostProblems) break;
    if (turns?.isDue() === true) await turns.next();
  }
  // What was sealed anew for another store tells less than that the stack is there.
  if (problems.length > 0) refuseTransferred(stack, await store.readStack(stack));
  if (problems.length > 0) throw new Rejection("unprocessable", reportedProblems(problems));
  return Object.fromEntries(values);
}

function strange(key: string, place: ConfigPlace | undefined): Problem {
  return problem(
    "invalid-config",
    `the sealed value of \`${key}\` can't be opened: it was sealed for another key or stack (also for a removed ` +
      "one of this name), by another state directory or server, or was altered; " +
      `set it again with \`plumb config set ${key}\``,
    { pointer: pointer("/config", key), span: place?.key },
  );
}

/** A stack made anew under an old name is another one (decision 0044); one that gets another name stays the same. */
function place(lineage: string, key: string): readonly string[] {
  return ["config", lineage, key];
}
