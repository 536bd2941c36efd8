import { inTextOrder } from "../../../../packages/base/problems/in-text-order.ts";
import { hasErrors, type Problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import { type ExpressionLanguage, expressionLanguage } from "../../../engine/expressions/expression-language.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { withOpened } from "../secrets/seal-config.ts";
import type { AtStack } from "../stacks/at-stack.ts";
import { readStacks } from "../stacks/read-stacks.ts";
import type { CheckFindings, CheckFor, CheckJobs, Instead } from "./checker.ts";
import { lookAtText } from "./look-at-text.ts";
import { untrustedProviders } from "./untrusted-providers.ts";

/** A text that passed the check. */
export interface Accepted {
  readonly checked: CheckedDeclaration;
  readonly language: ExpressionLanguage;
  /** Advice only. */
  readonly problems: readonly Problem[];
}

/**
 * Every problem of a text that can be told without a call: those of its form and those of its meaning, in text order.
 */
export async function problemsOf(text: DeclarationText, deployment: Deployment): Promise<readonly Problem[]> {
  // What is only checked is not kept, so it needs no sealing either.
  const { surroundings } = deployment;
  const asked = { text, instead: null, surroundings, isForPlan: false };
  const { checked, advised } = await checkWithStacks(asked, deployment);
  const untrusted = checked === null ? [] : await untrustedProviders(checked, text, deployment, null);
  return inTextOrder([...advised, ...untrusted]);
}

/** A Rejection where a text declares something that looks like a sealed value, whatever else is wrong with it. */
export async function refuseSealedText({ file, text }: DeclarationText, deployment: Deployment): Promise<void> {
  const problems = await lookAtText("sealed", { text, file }, deployment);
  if (problems.length > 0) throw new Rejection("unprocessable", problems);
}

/**
 * The checked declaration, or a Rejection with all problems. Its secret values are sealed for the stack that the
 * deployment is at. `instead` stands in the place of what the text declares.
 */
export async function accept(
  text: DeclarationText,
  deployment: AtStack,
  instead: Instead | null = null,
): Promise<Accepted> {
  const opened = await withOpened(text, deployment.stack, deployment);
  return trusted(await acceptable(await findings(opened, deployment, instead)), text, deployment);
}

/** The same for a text as it stands, which costs little when it was accepted before and nothing has changed since. */
export async function acceptAgain(text: DeclarationText, deployment: AtStack): Promise<Accepted> {
  // Where credentials may go is no property of the text, and may change at any time.
  const opened = await withOpened(text, deployment.stack, deployment);
  return trusted(await rememberedOrNew(opened, deployment), text, deployment);
}

/** The checked declaration for what only looks at it and sends nothing: its providers may lead anywhere. */
export async function acceptUnsent(text: DeclarationText, deployment: AtStack): Promise<Accepted> {
  return acceptable(await findings(await withOpened(text, deployment.stack, deployment), deployment));
}

async function rememberedOrNew(text: DeclarationText, deployment: AtStack): Promise<Accepted> {
  const { checkCache } = deployment;
  if (checkCache === undefined) return acceptable(await findings(text, deployment));
  const key = checkCache.key(text, deployment);
  const known = checkCache.recall(key, deployment);
  if (known !== null) {
    const { checked, problems, needsCel } = known;
    return { checked, problems, language: await expressionLanguage({}, needsCel) };
  }
  const found = await findings(text, deployment);
  const { checked, problems, language } = await acceptable(found);
  const { needsCel, lookedAt } = found;
  // What other stacks tell is no part of the key.
  if (checked.stacks === undefined) checkCache.remember(key, { checked, problems, needsCel }, lookedAt, deployment);
  return { checked, problems, language };
}

function findings(text: DeclarationText, deployment: AtStack, instead: Instead | null = null): Promise<CheckFindings> {
  const { surroundings, secrets } = deployment;
  const asked = { text, instead, surroundings, isForPlan: true };
  return checkWithStacks(asked, deployment, (value, parts) => secrets.seal(value, parts));
}

/** The findings of a check that was given what it reads of other stacks. */
async function checkWithStacks(
  asked: CheckJobs["check"]["asked"],
  deployment: Deployment,
  seal?: CheckFor["seal"],
): Promise<CheckFindings> {
  const found = await lookAtText("check", asked, deployment, seal);
  if (found.wanted === undefined) return found;
  const { read, digests } = await readStacks(found.wanted, asked.isForPlan, deployment);
  const again = await lookAtText("check", { ...asked, stacks: read }, deployment, seal);
  return again.checked === null ? again : { ...again, checked: { ...again.checked, stacks: digests } };
}

async function acceptable({ checked, needsCel, problems }: CheckFindings): Promise<Accepted> {
  if (checked === null || hasErrors(problems)) throw new Rejection("unprocessable", problems);
  return { checked, language: await expressionLanguage({}, needsCel), problems };
}

/** The same where each provider leads to where a credential may go; else a Rejection with all that lead elsewhere. */
async function trusted(accepted: Accepted, text: DeclarationText, deployment: AtStack): Promise<Accepted> {
  const problems = await untrustedProviders(accepted.checked, text, deployment, deployment.stack);
  if (problems.length > 0) throw new Rejection("unprocessable", inTextOrder([...accepted.problems, ...problems]));
  return accepted;
}

/** Problems that carry a pointer, put on the guilty token of the text, which is read for it where there are any. */
export async function located(
  problems: readonly Problem[],
  { text, file }: DeclarationText,
  deployment: Deployment,
): Promise<readonly Problem[]> {
  const places = problems.flatMap(({ span, pointer, at = "value" }) =>
    span !== undefined || pointer === undefined ? [] : [{ pointer, at }],
  );
  if (places.length === 0) return problems;
  const spans = (await lookAtText("locate", { text, file, places }, deployment)).values();
  return problems.map((each) => {
    if (each.span !== undefined || each.pointer === undefined) return each;
    const span = spans.next().value ?? null;
    return span === null ? each : { ...each, span };
  });
}
