import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { Asked, AskedOfAny, OperationId } from "../../contract/api.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import { type StackPath, wholeName } from "../../contract/stack-name.ts";
import type { UsageMistake } from "../arguments.ts";
import { documentOfMistake } from "../reports/failure-document.ts";

/** How to find the project of a stack that is named without one. */
export type FindProject = () => Promise<Result<string, UsageMistake>>;

/** What is said in a call, where a stack may be named as people do: `dev` in the project at hand, or `portal/dev`. */
export type AskedByName<I extends OperationId> =
  Asked<I> extends { readonly path: infer P extends StackPath }
    ? Omit<Asked<I>, "path"> & { readonly path: Omit<P, "project"> & { readonly project?: undefined } }
    : Asked<I>;

/** The call with the project of its stack; the problem where that is not known. */
export async function withProject(
  asked: AskedOfAny,
  project: FindProject,
): Promise<Result<AskedOfAny, ProblemDocument>> {
  const given = asked.path?.["stack"];
  if (given === undefined) return ok(asked);
  const named = await stackNamed(given, project);
  return named.ok
    ? ok({ ...asked, path: { ...asked.path, ...named.value } })
    : err(named.error.failure ?? documentOfMistake(named.error));
}

/** The stack that people mean by a name. Whether there can be such a one is for the service to say. */
export async function stackNamed(name: string, project: FindProject): Promise<Result<StackPath, UsageMistake>> {
  const slash = name.indexOf("/");
  if (slash >= 0) return ok({ project: name.slice(0, slash), stack: name.slice(slash + 1) });
  const found = await project();
  return found.ok ? ok({ project: found.value, stack: name }) : found;
}

/** The whole names, or patterns of them, that people mean; undefined where none is given. `*` alone is every stack. */
export async function stacksNamed(
  given: readonly string[] | undefined,
  project: FindProject,
): Promise<Result<readonly string[] | undefined, UsageMistake>> {
  if (given === undefined) return ok(undefined);
  const stacks: string[] = [];
  for (const name of given) {
    const named = name === "*" ? undefined : await stackNamed(name, project);
    if (named?.ok === false) return named;
    stacks.push(named === undefined ? name : wholeName(named.value));
  }
  return ok(stacks);
}
