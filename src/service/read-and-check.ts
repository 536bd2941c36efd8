import type { Json, JsonObject } from "../base/json.ts";
import { pointerSegments } from "../base/pointer.ts";
import { hasErrors, type Problem, problem } from "../base/problem.ts";
import { sealedShapes } from "../definitions/schema/secret-values.ts";
import type { SecretMarker } from "../definitions/schema/value.ts";
import type { DeclarationText } from "../doors/api/documents.ts";
import { checkDeclaration } from "../engine/check/check-declaration.ts";
import type { CheckedDeclaration } from "../engine/check/checked-declaration.ts";
import type { Declaration } from "../engine/declare/declaration.ts";
import { readDeclaration } from "../engine/declare/read-declaration.ts";
import type { Spans } from "../engine/declare/spans.ts";
import { type ExpressionLanguage, expressionLanguage } from "../engine/expressions/expression-language.ts";
import type { AtStack } from "./at-stack.ts";
import { observedEnvironment } from "./check-memo.ts";
import type { Deployment } from "./deployment.ts";
import { Rejection } from "./rejection.ts";
import { untrustedProviders } from "./untrusted-providers.ts";

/** A text that passed the check. */
export interface Accepted {
  readonly checked: CheckedDeclaration;
  readonly language: ExpressionLanguage;
  readonly spans: Places;
  /** Advice only. */
  readonly problems: readonly Problem[];
}

/** Where the parts of a text stand. */
export type Places = Pick<Spans, "of">;

const nothingSealed: SecretMarker = { $secret: { id: "", fingerprint: "" } };

/** Every problem of a text that can be told without a call: those of its form and those of its meaning, in text order. */
export async function problemsOf(text: DeclarationText, deployment: Deployment): Promise<readonly Problem[]> {
  // What is only checked is not kept, so it needs no sealing either.
  const read = await readAndCheck(text, deployment, async () => nothingSealed);
  const untrusted = read.checked === null ? [] : await untrustedProviders(read.checked, read.spans, deployment, null);
  return inTextOrder([...read.problems, ...untrusted]);
}

/**
 * The checked declaration, or a Rejection with all problems. Its secret values are sealed for the stack that the deployment is
 * at. `adapt` may add to what the text declares.
 */
export async function accept(
  text: DeclarationText,
  deployment: AtStack,
  adapt: (declaration: Declaration) => Declaration = (declaration) => declaration,
): Promise<Accepted> {
  return trusted(await acceptedAnew(text, deployment, adapt), deployment);
}

/** The same for a text as it stands, which costs little when it was accepted before and nothing has changed since. */
export async function acceptAgain(text: DeclarationText, deployment: AtStack): Promise<Accepted> {
  // Where credentials may go is no property of the text, and may change at any time.
  return trusted(await rememberedOrNew(text, deployment), deployment);
}

async function acceptedAnew(
  text: DeclarationText,
  deployment: AtStack,
  adapt?: (declaration: Declaration) => Declaration,
): Promise<Accepted> {
  return acceptable(await readAndCheck(text, deployment, (value) => deployment.secrets.seal(value), adapt));
}

async function rememberedOrNew(text: DeclarationText, deployment: AtStack): Promise<Accepted> {
  const { checkMemo } = deployment;
  if (checkMemo === undefined) return acceptedAnew(text, deployment);
  const key = checkMemo.key(text, deployment);
  const known = checkMemo.recall(key, deployment);
  if (known !== null) {
    const { checked, problems, needsCel } = known;
    return { checked, problems, language: await expressionLanguage({}, needsCel), spans: placesOf(text) };
  }
  const { environment, lookedAt } = observedEnvironment(deployment.surroundings.environment);
  const surroundings = { ...deployment.surroundings, environment };
  const made = await acceptedAnew(text, { ...deployment, surroundings });
  const { checked, problems, language } = made;
  checkMemo.remember(key, { checked, problems, needsCel: language.cel !== null }, lookedAt, deployment);
  return made;
}

/** The places in a text, which is read when somebody asks for one. */
function placesOf(text: DeclarationText): Places {
  let spans: Spans | undefined;
  return {
    of: (pointer, at) => {
      spans ??= readDeclaration(text.text, { file: text.file }).spans;
      return spans.of(pointer, at);
    },
  };
}

/** The same where each provider leads to where a credential may go; else a Rejection with all that lead elsewhere. */
async function trusted(accepted: Accepted, deployment: AtStack): Promise<Accepted> {
  const problems = await untrustedProviders(accepted.checked, accepted.spans, deployment, deployment.stack);
  if (problems.length > 0) throw new Rejection("unprocessable", inTextOrder([...accepted.problems, ...problems]));
  return accepted;
}

function acceptable({ checked, language, spans, problems }: Awaited<ReturnType<typeof readAndCheck>>): Accepted {
  if (checked === null || language === null || hasErrors(problems)) throw new Rejection("unprocessable", problems);
  return { checked, language, spans, problems };
}

async function readAndCheck(
  text: DeclarationText,
  deployment: Deployment,
  seal: (value: Json) => Promise<SecretMarker>,
  adapt: (declaration: Declaration) => Declaration = (declaration) => declaration,
) {
  const read = readDeclaration(text.text, { file: text.file });
  if (read.declaration === null) return { checked: null, language: null, spans: read.spans, problems: read.problems };
  const declaration = adapt(read.declaration);
  const { checked, language, problems } = await checkDeclaration({
    declaration,
    spans: read.spans,
    dropped: [...read.dropped, ...namesLeftOut(read.declaration, declaration)],
    unsoundConfig: unsoundConfig(read.problems),
    catalog: deployment.catalog,
    surroundings: deployment.surroundings,
    config: text.config,
    configAt: text.configAt ?? {},
    seal,
  });
  const untold = problems.filter((each) => !read.problems.some((first) => isAboutSameValue(first, each)));
  return {
    checked,
    language,
    spans: read.spans,
    problems: inTextOrder([...read.problems, ...sealedInText(read.declaration, read.spans), ...untold]),
  };
}

/** What is no value where it stands is told by the reading; that it fits nothing says no more. */
function isAboutSameValue(first: Problem, other: Problem): boolean {
  return first.code === "wrong-type" && first.at === "value" && first.pointer === other.pointer;
}

/** A Rejection where a text declares something that looks like a sealed value, whatever else is wrong with it. */
export function refuseSealedText({ file, text }: DeclarationText): void {
  const { declaration, spans } = readDeclaration(text, { file });
  const problems = declaration === null ? [] : sealedInText(declaration, spans);
  if (problems.length > 0) throw new Rejection("unprocessable", problems);
}

/** What looks like a sealed value in a text is none: no secret can be copied by what is shown of it. */
function sealedInText(declaration: Declaration, spans: Spans): readonly Problem[] {
  const { config, providers, resources, lookups, outputs } = declaration;
  const places = sealedShapes({ config, providers, resources, lookups, outputs } as unknown as JsonObject);
  const detail = "a sealed value can't be declared; give the value itself by `config`, with `secret: true`";
  return places.map((pointer) => problem("sealed-value", detail, { pointer, span: spans.of(pointer, "value") }));
}

/** Logical names that providers may refer to although only one object of all is looked at. */
function namesLeftOut(read: Declaration, adapted: Declaration): readonly string[] {
  const names = [...Object.keys(read.resources), ...Object.keys(read.lookups)];
  return names.filter((name) => !Object.hasOwn(adapted.resources, name) && !Object.hasOwn(adapted.lookups, name));
}

/** Keys of `config` in whose entries something is wrong already. */
function unsoundConfig(problems: readonly Problem[]): ReadonlySet<string> {
  const places = problems.map((each) => pointerSegments(each.pointer ?? ""));
  return new Set(places.flatMap(([section, key]) => (section === "config" && key !== undefined ? [key] : [])));
}

function inTextOrder(problems: readonly Problem[]): readonly Problem[] {
  const line = (each: Problem) => each.span?.line ?? Number.POSITIVE_INFINITY;
  return [...problems].sort((a, b) => line(a) - line(b) || (a.span?.column ?? 0) - (b.span?.column ?? 0));
}

/** Problems that carry a pointer, put on the guilty token of the text. */
export function located(problems: readonly Problem[], spans: Places): readonly Problem[] {
  return problems.map((each) => {
    if (each.span !== undefined || each.pointer === undefined) return each;
    const span = spans.of(each.pointer, each.at ?? "value");
    return span === undefined ? each : { ...each, span };
  });
}
