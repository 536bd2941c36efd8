import type { Json } from "../../../base/json.ts";
import { LightRequest } from "../../../base/light-request.ts";
import { nearestName } from "../../../base/nearest-name.ts";
import { type Problem, problem } from "../../../base/problem.ts";
import { mostProblems, toldProblems } from "../../../base/problem-limit.ts";
import { schemaNamed } from "../../../contract/components.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { BodyLimits, Operation, QueryValue } from "../../../contract/operation.ts";
import { parametersOf, pathParameters } from "../parameters.ts";
import { violationsOf } from "./check-schema.ts";
import { withoutLeftOut } from "./left-out.ts";
import { readText } from "./read-body.ts";
import { readJson, withoutMonsters } from "./read-json.ts";
import { Refusal } from "./refusal.ts";

/** The values that a path has where its route names something. A Refusal lists those that can't be any. */
export function readPath(raw: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const values: [string, string][] = [];
  const problems: Problem[] = [];
  for (const [name, text] of Object.entries(raw)) {
    const value = decoded(text);
    if (value === undefined)
      throw new Refusal("bad-request", `the path has an escape that stands for nothing: ${text}`);
    const schema = pathParameters[name]?.schema ?? {};
    const found = violationsOf(schema, value, schemaNamed);
    problems.push(...found.map((each) => problem(each.code, `\`${name}\` in the path: ${each.detail}`)));
    values.push([name, value]);
  }
  if (problems.length > 0) throw listed("bad-request", problems);
  return Object.fromEntries(values);
}

const noQuery: Readonly<Record<string, undefined>> = {};

/** The values of a query, of the types that the route declares. A Refusal lists all that does not fit. */
export function readQuery(route: Operation, url: string): Readonly<Record<string, QueryValue | undefined>> {
  const begin = url.indexOf("?");
  if (begin < 0) return noQuery;
  const search = new URLSearchParams(url.slice(begin + 1));
  const parameters = parametersOf(route);
  const problems: Problem[] = [];
  const values: [string, QueryValue][] = [];
  for (const name of new Set(search.keys())) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) {
      const nearest = nearestName(name, Object.keys(parameters));
      const way = nearest === undefined ? {} : { hint: `Did you mean \`${nearest}\`?`, fix: nearest };
      problems.push(problem("unknown-field", `the query knows no \`${name}\``, way));
      continue;
    }
    const [text = "", ...others] = search.getAll(name);
    if (others.length > 0) problems.push(problem("duplicate-key", `\`${name}\` is given twice`));
    const value = typed(text, parameter.schema);
    const found = violationsOf(parameter.schema, value, schemaNamed);
    problems.push(...found.map((each) => problem(each.code, `\`${name}\` ${each.detail}`)));
    values.push([name, value]);
  }
  if (problems.length > 0) throw listed("bad-request", problems);
  return Object.fromEntries(values);
}

interface ReadBody {
  /** Undefined where there is none and needs to be none. */
  readonly body: unknown;
  /** By which a repeated request is told from another. */
  readonly text: () => string;
}

/** The body, checked. */
export async function readBody(route: Operation, request: Request, usual: BodyLimits): Promise<ReadBody> {
  if (route.body === undefined) return noBody;
  const limits = route.body.limits ?? usual;
  const { body, text } = await sentBody(request, limits);
  if (body === undefined && route.body.isOptional === true) return noBody;
  const given = body === undefined ? await readJson("", limits.values) : body;
  const problems = violationsOf(route.body.schema.schema, given, schemaNamed);
  if (problems.length > 0) throw listed("invalid-body", problems);
  return { body: withoutLeftOut(route.body.schema.schema, given, schemaNamed), text };
}

const noBody: ReadBody = { body: undefined, text: () => "" };

/** What a caller in the same process hands over is a document already, and no larger than what it holds. */
async function sentBody(request: Request, limits: BodyLimits): Promise<ReadBody & { readonly body: Json | undefined }> {
  if (request instanceof LightRequest && request.document !== undefined) {
    const document = request.document as Json;
    return { body: withoutMonsters(document), text: () => JSON.stringify(document) };
  }
  const text = await readText(request, limits.bytes);
  return { body: text === "" ? undefined : await readJson(text, limits.values), text: () => text };
}

function listed(code: "bad-request" | "invalid-body", problems: readonly Problem[]): Refusal {
  const [first] = problems;
  const detail = first?.detail ?? "";
  const count = problems.length > mostProblems ? `more than ${mostProblems}` : String(problems.length);
  return new Refusal(code, problems.length > 1 ? `${count} problems; the first: ${detail}` : detail, {
    problems: toldProblems(problems),
  });
}

function typed(text: string, { type }: JsonSchema): QueryValue {
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  if (type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  return text;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
