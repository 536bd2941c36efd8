import type { Json } from "../../packages/base/json/json.ts";
import { jsonOf } from "../../packages/base/json/plain.ts";
import { pointerSegments } from "../../packages/base/json/pointer.ts";
import { inTextOrder } from "../../packages/base/problems/in-text-order.ts";
import { type Problem, problem } from "../../packages/base/problems/problem.ts";
import { reportedProblems } from "../../packages/base/problems/reported-problems.ts";
import type { Catalog } from "../definitions/schema/definition.ts";
import { type Seal, sealedShapes } from "../definitions/schema/secret-values.ts";
import type { SecretMarker } from "../definitions/schema/value.ts";
import { checkDeclaration } from "../engine/check/check-declaration.ts";
import { keptOptions } from "../engine/check/kept-options.ts";
import type { Declaration } from "../engine/declare/declaration.ts";
import { readDeclaration } from "../engine/declare/read-declaration.ts";
import type { Spans } from "../engine/declare/spans.ts";
import { observedEnvironment } from "../service/use-cases/declarations/check-cache.ts";
import type { CheckFindings, CheckJobKind, CheckJobs } from "../service/use-cases/declarations/checker.ts";

/** What a job takes that is not data. */
export interface CheckMeans {
  readonly catalog: Catalog;
  /** Seals one value of a secret config key. */
  readonly seal: Seal;
  /** How many values a declaration may have, where what comes of it crosses into another thread. */
  readonly mostValues?: number;
}

type Work = {
  readonly [Kind in CheckJobKind]: (
    asked: CheckJobs[Kind]["asked"],
    means: CheckMeans,
  ) => Promise<CheckJobs[Kind]["found"]>;
};

const work: Work = {
  check: checkText,
  describe: async (asked) => described(asked),
  resource: async ({ text, file, name }) => {
    const resources = readDeclaration(text, { file }).declaration?.resources ?? {};
    return (Object.hasOwn(resources, name) ? resources[name] : undefined) ?? null;
  },
  sealed: async ({ text, file }) => {
    const { declaration, spans } = readDeclaration(text, { file });
    return declaration === null ? [] : reportedProblems(sealedInText(declaration, spans));
  },
  locate: async ({ text, file, places }) => {
    const { spans } = readDeclaration(text, { file });
    return places.map(({ pointer, at }) => spans.of(pointer, at) ?? null);
  },
};

/** Does a job, in whatever thread this is called. */
export function doCheckJob<Kind extends CheckJobKind>(
  kind: Kind,
  asked: CheckJobs[Kind]["asked"],
  means: CheckMeans,
): Promise<CheckJobs[Kind]["found"]> {
  return work[kind](asked, means);
}

function described({ text, file }: { readonly text: string; readonly file: string }): CheckJobs["describe"]["found"] {
  const { declaration } = readDeclaration(text, { file });
  const keys = Object.entries(declaration?.config ?? {});
  return {
    project: declaration?.name ?? "",
    config: Object.fromEntries(keys.map(([key, { type, secret = false }]) => [key, { type, secret }])),
    kept: declaration === null ? new Map() : keptOptions(declaration),
  };
}

const nothingSealed: SecretMarker = { $secret: { id: "", fingerprint: "" } };

async function checkText(
  { text, instead, surroundings, isForPlan, stacks }: CheckJobs["check"]["asked"],
  { catalog, seal, mostValues = Number.POSITIVE_INFINITY }: CheckMeans,
): Promise<CheckFindings> {
  const { environment, lookedAt } = observedEnvironment(surroundings.environment);
  const read = readDeclaration(text.text, {
    ...{ file: text.file, providerKinds: Object.keys(catalog.providers) },
    guesses: true,
  });
  const refused = (problems: readonly Problem[]): CheckFindings => ({
    ...{ checked: null, problems, advised: problems },
    ...{ needsCel: false, lookedAt },
  });
  if (read.declaration === null) return refused(reportedProblems(read.problems));
  if (hasMoreValues(jsonOf(read.declaration), mostValues)) {
    const detail = `it declares more than ${mostValues} values, aliases written out; split the stack`;
    return refused([problem("text-too-complex", detail)]);
  }
  const declaration = instead === null ? read.declaration : { ...read.declaration, ...instead };
  const wanted = stacks === undefined ? stacksWanted(declaration) : {};
  if (Object.keys(wanted).length > 0) return { ...refused([]), wanted };
  const { checked, language, problems, advice } = await checkDeclaration({
    declaration,
    spans: read.spans,
    dropped: [...read.dropped, ...namesLeftOut(read.declaration, declaration)],
    unsoundConfig: unsoundConfig(read.problems),
    ...(stacks === undefined ? {} : { stacks }),
    catalog,
    surroundings: { ...surroundings, environment },
    config: text.config,
    sealedKeys: new Set(Object.keys(text.sealed ?? {})),
    configAt: text.configAt ?? {},
    configFrom: text.configFrom ?? {},
    // A text that is kept is for a plan, which tells of vendors' limits itself.
    advises: !isForPlan,
    seal: isForPlan ? seal : async () => nothingSealed,
  });
  const told = instead === null ? problems : problems.map(withoutMadeUpPlace);
  const remaining = told.filter((each) => !read.problems.some((first) => isAboutSameValue(first, each)));
  const sealed = sealedInText(read.declaration, read.spans);
  const all = [...read.problems, ...sealed, ...remaining];
  const placed = (some: readonly Problem[]) => reportedProblems(inTextOrder(some));
  const refusing = placed(all);
  const said = { problems: refusing, advised: advice.length === 0 ? refusing : placed([...all, ...advice]) };
  return { checked, ...said, needsCel: language.cel !== null, lookedAt };
}

/** Whole names of the stacks whose outputs a declaration reads, by config key. */
function stacksWanted({ name: project, config }: Declaration): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(config).flatMap(([key, { stack }]) =>
      stack === undefined ? [] : [[key, stack.includes("/") ? stack : `${project}/${stack}`]],
    ),
  );
}

/** What is declared instead of what a text declares stands nowhere in it. */
function withoutMadeUpPlace(each: Problem): Problem {
  if (!/^\/(resources|lookups|outputs)(\/|$)/.test(each.pointer ?? "")) return each;
  const { span: _span, pointer: _pointer, at: _at, address: _address, ...rest } = each;
  return rest;
}

/** Looks no farther than it must. */
function hasMoreValues(whole: Json, most: number): boolean {
  let count = 0;
  for (const pending = [whole]; pending.length > 0; ) {
    const value = pending.pop() ?? null;
    count += 1;
    if (count > most) return true;
    if (typeof value === "object" && value !== null) for (const each of Object.values(value)) pending.push(each);
  }
  return false;
}

/** What is no value where it stands is told by the reading; that it fits nothing says no more. */
function isAboutSameValue(first: Problem, other: Problem): boolean {
  return first.code === "wrong-type" && first.at === "value" && first.pointer === other.pointer;
}

/** What looks like a sealed value in a text is none: no secret can be copied by what is shown of it. */
function sealedInText(declaration: Declaration, spans: Spans): readonly Problem[] {
  const { config, providers, resources, lookups, outputs } = declaration;
  const places = sealedShapes(jsonOf({ config, providers, resources, lookups, outputs }));
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
