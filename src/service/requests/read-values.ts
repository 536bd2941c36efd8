import type { Json } from "../../../packages/base/json/json.ts";
import { didYouMean } from "../../../packages/base/nearest-name.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { mostProblems } from "../../../packages/base/problems/problem-limit.ts";
import { reportedProblems } from "../../../packages/base/problems/reported-problems.ts";
import type { Call, CallBody } from "../../contract/call.ts";
import { schemaNamed } from "../../contract/components.ts";
import type { Operation, QueryValue } from "../../contract/operation.ts";
import { parametersOf, pathParameters } from "../../contract/parameters.ts";
import { wholeName } from "../../contract/stack-name.ts";
import { CallRefusal } from "./call-refusal.ts";
import { violationsOf } from "./check-schema.ts";
import { withinJsonLimits } from "./json-limits.ts";
import { withoutLeftOut } from "./left-out.ts";

/**
 * The values that a path has where its operation names something; under `stack` the whole name of the stack,
 * PROJECT/STACK. A CallRefusal lists those that can't be any.
 */
export function readPath(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const values: [string, string][] = [];
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(given)) {
    const schema = pathParameters[name]?.schema ?? {};
    const found = violationsOf(schema, value, schemaNamed);
    problems.push(...found.map((each) => problem(each.code, `\`${name}\` in the path: ${each.detail}`)));
    values.push([name, value]);
  }
  if (problems.length > 0) throw listed("bad-request", problems);
  const { project, stack, ...rest } = Object.fromEntries(values);
  const names = stack === undefined || project === undefined ? {} : { stack: wholeName({ project, stack }) };
  return { ...rest, ...(project === undefined ? {} : { project }), ...names };
}

const noQuery: Readonly<Record<string, undefined>> = {};

/** The values of a query, each as its operation declares it. A CallRefusal lists all that does not fit. */
export function readQuery(
  operation: Operation,
  given: Call["query"],
): Readonly<Record<string, QueryValue | undefined>> {
  if (given.length === 0) return noQuery;
  const parameters = parametersOf(operation);
  const problems: Problem[] = [];
  const values: Record<string, QueryValue> = {};
  for (const [name, value] of given) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (Object.hasOwn(values, name)) problems.push(problem("duplicate-key", `\`${name}\` is given twice`));
    else if (parameter === undefined) problems.push(unknownParameter(name, Object.keys(parameters)));
    else {
      const found = violationsOf(parameter.schema, value, schemaNamed);
      problems.push(...found.map((each) => problem(each.code, `\`${name}\` ${each.detail}`)));
    }
    values[name] = value;
  }
  if (problems.length > 0) throw listed("bad-request", problems);
  return values;
}

function unknownParameter(name: string, known: readonly string[]): Problem {
  return problem("unknown-field", `the query knows no \`${name}\``, didYouMean(name, known));
}

interface CheckedBody {
  /** Undefined where there is none and needs to be none. */
  readonly body: unknown;
  /** By which a repeated call is told from another. */
  readonly text: () => string;
}

/** The body, checked. */
export async function readBody(operation: Operation, given: CallBody | null): Promise<CheckedBody> {
  if (operation.body === undefined) return noBody;
  const { document, text } = await sent(given);
  if (document === undefined && operation.body.isOptional === true) return noBody;
  if (document === undefined) throw new CallRefusal("bad-request", "the body is empty; it must be JSON");
  const { schema } = operation.body.schema;
  const problems = violationsOf(schema, document, schemaNamed);
  if (problems.length > 0) throw listed("invalid-body", problems);
  return { body: withoutLeftOut(schema, document, schemaNamed), text };
}

const noBody: CheckedBody = { body: undefined, text: () => "" };

async function sent(
  given: CallBody | null,
): Promise<{ readonly document: Json | undefined; readonly text: () => string }> {
  if (given === null) return { document: undefined, text: () => "" };
  if ("document" in given) {
    const { document } = given;
    return { document: withinJsonLimits(document), text: () => JSON.stringify(document) };
  }
  const { document, text } = await given.read();
  return { document, text: () => text };
}

function listed(code: "bad-request" | "invalid-body", problems: readonly Problem[]): CallRefusal {
  const [first] = problems;
  const detail = first?.detail ?? "";
  const count = problems.length > mostProblems ? `more than ${mostProblems}` : String(problems.length);
  return new CallRefusal(code, problems.length > 1 ? `${count} problems; the first: ${detail}` : detail, {
    problems: reportedProblems(problems),
  });
}
